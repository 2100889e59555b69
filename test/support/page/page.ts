import type { Locator, Page } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import { deferred } from '../time/frames';

/**
 * Holds back every request whose URL matches a glob.
 * @returns `requested` resolves when the page has made the first such request; `release` lets the
 *   held requests, and all later ones, go through
 */
export async function hold(page: Page, url: string) {
  const requested = deferred();
  const released = deferred();
  await page.route(url, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  return { requested: requested.promise, release: released.resolve };
}

/** Records the text of an element after each change. @returns reads the texts */
export async function recordTexts(element: Locator): Promise<() => Promise<string[]>> {
  const texts = await element.evaluateHandle((node) => {
    const recorded: string[] = [];
    new MutationObserver(() => recorded.push(node.textContent)).observe(node, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return recorded;
  });
  return () => texts.jsonValue();
}

/** Returns whether the page's last history request has a response. */
export function hasHistoryResponse({ ledger }: Provider): boolean {
  const status = ledger.requests('messages').at(-1)?.status;
  return status !== undefined && status !== 'pending';
}
