import type { Page } from '@playwright/test';

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
