import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { findChromium, optionsFor } from '../support/build/findChromium';
import { SETTINGS } from '../support/browser/screen';

/** `npm run bench`. One worker, because parallel pages would change the times. No timeout. */
export default defineConfig({
  ...SETTINGS,
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/bench'),
  workers: 1,
  timeout: 0,
  use: { ...SETTINGS.use, launchOptions: optionsFor(findChromium()) },
});
