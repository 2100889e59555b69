import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

const FAMILY = 'Fixed';
const PARTS = {
  latin: 'U+0000-00FF, U+2000-206F, U+20AC',
  'latin-ext': 'U+0100-02FF, U+1E00-1EFF',
};

const fileOf = (part: string) =>
  readFileSync(
    require.resolve(`@fontsource-variable/noto-sans/files/noto-sans-${part}-wght-normal.woff2`),
  ).toString('base64');

/** Has the app use one font whatever fonts the machine has, so that its pictures can be compared. */
export async function useFixedFont(page: Page): Promise<void> {
  const faces = Object.entries(PARTS).map(([part, unicodeRange]) => ({
    bytes: fileOf(part),
    unicodeRange,
  }));
  await page.addInitScript(
    ([family, parts]) => {
      for (const { bytes, unicodeRange } of parts) {
        const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        const face = new FontFace(family, data, { unicodeRange, weight: '100 900' });
        document.fonts.add(face);
      }
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.setProperty('--font', family);
      });
    },
    [FAMILY, faces] as const,
  );
}
