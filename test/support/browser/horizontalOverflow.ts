import type { Page } from '@playwright/test';

/** Pixels by which the page is wider than the window; 0 or less if it fits. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
