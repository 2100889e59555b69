import { defineConfig, devices } from '@playwright/test';
import path from 'node:path';
import { CHROMIUM_ARGS } from '../support/build/chromiumArgs';
import { findChromium, findHeadlessShell } from '../support/build/findChromium';

const chromium = findChromium();
// Short tests take about 60 % of the time that they take in Chromium.
const executablePath = findHeadlessShell() ?? chromium;
// Each worker loads this file too, and would search again without the environment variables.
if (chromium) process.env['CHROMIUM_PATH'] = chromium;
if (executablePath) process.env['HEADLESS_SHELL_PATH'] = executablePath;

/** Long tests with a command of their own: the faults, and the memory leaks. */
const LONG = ['faults/*.spec.ts', 'leaks.spec.ts'];

export default defineConfig({
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results'),
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Long timeouts, because a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'screens', testIgnore: LONG },
    { name: 'faults', testMatch: LONG },
  ],
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: CHROMIUM_ARGS,
    },
  },
});
