import { defineConfig } from '@playwright/test';
import { SETTINGS } from '../support/browser/screen';
import { findChromium, optionsFor } from '../support/build/findChromium';

/**
 * The tag of tests that need Chromium itself. The headless shell has no back/forward cache, cannot
 * install an app and positions letters differently.
 */
const CHROMIUM_ONLY = /@chromium/;

export default defineConfig({
  ...SETTINGS,
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  // One project for each browser, because new launch options restart a worker.
  projects: [
    {
      name: 'chromium',
      grep: CHROMIUM_ONLY,
      use: {
        launchOptions: {
          ...optionsFor(findChromium()),
          // Playwright disables the back/forward cache by default.
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    { name: 'shell', grepInvert: CHROMIUM_ONLY },
  ],
});
