import { defineConfig } from '@playwright/test';
import { SETTINGS } from '../support/browser/screen';
import { findChromium, optionsFor } from '../support/build/findChromium';

/**
 * The tag of tests that need Chromium itself. The headless shell has no back/forward cache and cannot
 * install a web app.
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
      // Each worker starts its own browser, and that start takes longer than a test.
      workers: 1,
      use: {
        launchOptions: {
          ...optionsFor(findChromium()),
          // Playwright disables the back/forward cache by default.
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    {
      name: 'shell',
      grepInvert: CHROMIUM_ONLY,
      use: {
        launchOptions: {
          ...SETTINGS.use?.launchOptions,
          // With it, the headless shell renders text as Chromium does, so the screenshots are equal.
          args: ['--font-render-hinting=slight'],
        },
      },
    },
  ],
});
