import type { Page } from '@playwright/test';

/** Stores a token on the app's origin without starting the app. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate((value) => {
    localStorage.setItem('token', value);
  }, token);
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
