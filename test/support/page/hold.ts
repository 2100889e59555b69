import type { Page } from '@playwright/test';
import { deferred } from '../time/deferred';

/** Requests that are held back. */
export interface HeldRequests {
  /** Resolves when the page has made the first such request. */
  readonly requested: Promise<void>;
  /** Lets the held requests, and all later ones, go through. */
  readonly release: () => void;
}

/** Holds back every request whose URL matches a glob until it is released. */
export async function hold(page: Page, url: string): Promise<HeldRequests> {
  const requested = deferred();
  const released = deferred();
  await page.route(url, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  return { requested: requested.promise, release: released.resolve };
}
