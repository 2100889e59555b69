import type { Page } from '@playwright/test';

/** Interval between key presses, in ms: the repeat rate of a held key. */
export const KEY_REPEAT = 33;

/** Holds a key down until `isDone` returns true. */
export async function holdKey(page: Page, key: string, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const repeated = new Promise((resolve) => setTimeout(resolve, KEY_REPEAT));
    await page.keyboard.down(key);
    await repeated;
  }
  await page.keyboard.up(key);
}
