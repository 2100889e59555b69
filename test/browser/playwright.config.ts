import { defineConfig, devices, type LaunchOptions } from '@playwright/test';
import path from 'node:path';
import { CHROMIUM_ARGS } from '../support/build/chromiumArgs';
import { findChromium, findHeadlessShell } from '../support/build/findChromium';

const chromium = findChromium();
const shell = findHeadlessShell() ?? chromium;
// Each worker loads this file too, and would search again without the environment variables.
if (chromium) process.env['CHROMIUM_PATH'] = chromium;
if (shell) process.env['HEADLESS_SHELL_PATH'] = shell;

const optionsFor = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: CHROMIUM_ARGS,
});

/**
 * Tests that need Chromium itself. The headless shell has no back/forward cache, cannot install an
 * app and positions letters differently.
 */
const CHROMIUM_ONLY = [
  'backForwardCache.spec.ts',
  'faults/browser.spec.ts',
  'installation.spec.ts',
  'leaks.spec.ts',
  'screenshots.spec.ts',
];

export default defineConfig({
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results'),
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  fullyParallel: true,
  // Keeps two cores busy while one test waits.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Long timeouts, because a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One project for each browser, because new launch options restart a worker.
  projects: [
    {
      name: 'chromium',
      testMatch: CHROMIUM_ONLY,
      use: {
        launchOptions: {
          ...optionsFor(chromium),
          // Playwright disables the back/forward cache by default.
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    { name: 'shell', testIgnore: CHROMIUM_ONLY },
  ],
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    // Without a browser window, a short test takes less CPU time.
    launchOptions: optionsFor(shell),
  },
});
