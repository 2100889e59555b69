import { defineConfig, devices, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { findChromium, findHeadlessShell, optionsFor } from '../build/findChromium';

/** A font in two files, because no file has all letters: ı is in the first one. */
const FONT = {
  latin: require.resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'),
  'latin-ext':
    require.resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-ext-wght-normal.woff2'),
};

/** Makes the app use a bundled font: screenshots must not depend on the installed fonts. */
export async function installFixedFont(page: Page): Promise<void> {
  const faces = Object.entries(FONT).map(
    ([family, file]) => [family, readFileSync(file).toString('base64')] as const,
  );
  await page.addInitScript((fonts) => {
    for (const [family, base64] of fonts) {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      document.fonts.add(new FontFace(family, data, { weight: '100 900' }));
    }
    const families = fonts.map(([family]) => family).join();
    addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('--font', families),
    );
  }, faces);
}

/** The settings that all suites in Chromium share. */
export const SETTINGS = defineConfig({
  fullyParallel: true,
  // Keeps two cores busy while one test waits.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Only a test that hangs takes so long. A busy machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Without a limit, a fault that all tests share would take an hour.
  maxFailures: 10,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    // Without a browser window, a short test takes less CPU time.
    launchOptions: optionsFor(findHeadlessShell() ?? findChromium()),
  },
});
