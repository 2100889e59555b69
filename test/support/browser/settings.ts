import { defineConfig, devices, type LaunchOptions } from '@playwright/test';
import { CHROMIUM_ARGS } from '../build/chromiumArgs';
import { findChromium, findHeadlessShell } from '../build/findChromium';

const chromium = findChromium();
const shell = findHeadlessShell() ?? chromium;
// Each worker loads this file too, and would search again without the environment variables.
if (chromium) process.env['CHROMIUM_PATH'] = chromium;
if (shell) process.env['HEADLESS_SHELL_PATH'] = shell;

const optionsFor = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: CHROMIUM_ARGS,
});

/** The browsers' launch options: Chromium itself, or its headless shell. */
export const chromiumOptions = optionsFor(chromium);
const shellOptions = optionsFor(shell);

/** The settings that all suites in Chromium share. */
export const SETTINGS = defineConfig({
  fullyParallel: true,
  // Keeps two cores busy while one test waits.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Long timeouts, because a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    // Without a browser window, a short test takes less CPU time.
    launchOptions: shellOptions,
  },
});
