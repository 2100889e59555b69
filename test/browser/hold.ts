import type { Page } from '@playwright/test';

/** Requests that are on their way until they are let go. */
export interface Held {
  /** Resolves once such a request was made. */
  readonly asked: Promise<void>;
  readonly release: () => void;
}

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds back every request to an address (a glob) until it is released. */
export async function hold(page: Page, url: string): Promise<Held> {
  const asked = gate();
  const released = gate();
  await page.route(url, async (route) => {
    asked.open();
    await released.opened;
    await route.continue();
  });
  return { asked: asked.opened, release: released.open };
}
