import { defineConfig, devices, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { findChromium, findHeadlessShell, optionsFor } from '../build/findChromium';

/** Red, green and blue, from 0 to 255. */
type Colour = number[];

/** Returns the computed value of a colour property, which must be opaque. */
export const colour = async (element: Locator, property: string): Promise<Colour> => {
  const value = await element.evaluate(
    (node, name) => getComputedStyle(node).getPropertyValue(name),
    property,
  );
  if (!value.startsWith('rgb(')) throw new Error(`${property} is ${value}.`);
  return (value.match(/[\d.]+/g) ?? []).map(Number);
};

/** Returns the relative luminance of WCAG 2, from 0 to 1. */
function luminance(rgb: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

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
  // Otherwise a fault that all tests share would take an hour.
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
