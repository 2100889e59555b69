import { defineConfig, devices } from '@playwright/test';
import path from 'node:path';
import { findChromium, optionsFor } from '../support/build/findChromium';
import { SETTINGS } from '../support/browser/screen';

/** `npm run picture`: the moving picture of the README. Needs `dist/`. */
export default defineConfig({
  ...SETTINGS,
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/picture'),
  use: {
    ...SETTINGS.use,
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 560 },
    deviceScaleFactor: 1.5,
    locale: 'en-US',
    launchOptions: optionsFor(findChromium()),
  },
});
