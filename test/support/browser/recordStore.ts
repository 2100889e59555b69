import type { Page } from '@playwright/test';
import { installRecorder, type Step } from '../devtools/installRecorder';

/** Records what Redux DevTools would show, in every page load from now on. */
export async function recordStore(page: Page): Promise<void> {
  await page.addInitScript(installRecorder);
}

/** The steps since the page was loaded. */
export const recordedSteps = async (page: Page): Promise<Step[]> => {
  // As JSON: Playwright would serialise what is not plain in its own way.
  const json = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'devtoolsSteps')));
  return JSON.parse(json) as Step[];
};
