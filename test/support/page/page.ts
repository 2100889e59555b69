import type { Page, Locator } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import { deferred } from '../time/frames';
import type { Control } from './chatScreen';

/** Requests that are held back. */
interface HeldRequests {
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

/** Hides or shows the page as far as its scripts can see; headless Chromium never hides a page. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperties(document, {
      hidden: { configurable: true, value },
      visibilityState: { configurable: true, value: value ? 'hidden' : 'visible' },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** Stores a token on the app's origin without starting the app. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Finds a part of the page with Playwright. */
export function locate(page: Page, control: Control): Locator {
  if ('placeholder' in control) return page.getByPlaceholder(control.placeholder);
  if ('text' in control) return page.getByText(control.text);
  const root = control.within ? locate(page, control.within) : page;
  if ('selector' in control) return root.locator(control.selector);
  const { role, name } = control;
  return root.getByRole(role, name === undefined ? {} : { name });
}

/** Returns whether a history request made after the last connection opened has a response. */
export function isCaughtUp({ ledger: { entries } }: Provider): boolean {
  const opened = entries.findLastIndex(({ kind }) => kind === 'opened');
  if (opened < 0) return false;
  const requests = entries.slice(opened).filter((entry) => entry.kind === 'request');
  const status = requests.findLast(({ call }) => call === 'messages')?.status;
  return status !== undefined && status !== 'pending';
}

/** Returns whether the page's last history request has a response. */
export function hasHistory({ ledger }: Provider): boolean {
  const status = ledger.requests('messages').at(-1)?.status;
  return status !== undefined && status !== 'pending';
}
