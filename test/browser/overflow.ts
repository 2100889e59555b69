import type { Page } from '@playwright/test';

/** How many pixels of the page stick out at its side. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
