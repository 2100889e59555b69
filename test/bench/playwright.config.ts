import { defineConfig } from '@playwright/test';
import { findChromium, optionsFor } from '../support/build/findChromium';
import { SETTINGS } from '../support/browser/screen';

/** `npm run bench`. One worker, because parallel pages would change the times. No timeout. */
export default defineConfig({
  ...SETTINGS,
  outputDir: '../../test-results/bench',
  workers: 1,
  timeout: 0,
  use: { ...SETTINGS.use, launchOptions: optionsFor(findChromium()) },
});
