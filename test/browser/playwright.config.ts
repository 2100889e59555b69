import { defineConfig, devices } from '@playwright/test';
import path from 'node:path';
import { findChromium } from '../support/findChromium';

// Found once; the workers read this file too and inherit the answer.
const executablePath = findChromium();
if (executablePath) process.env['CHROMIUM_PATH'] = executablePath;

// Long, and run by commands of their own: the faults one by one, and what a long session leaves behind.
const LONG = ['faults/*.spec.ts', 'leaks.spec.ts'];

export default defineConfig({
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results'),
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A busy machine is slow, not wrong.
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
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium's own traffic is none of the tests'.
      args: ['--disable-background-networking', '--no-default-browser-check'],
    },
  },
});
