import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

const FAMILY = 'Fixed';
// The ranges of the package's style sheet, as far as the tests need them: ı is in the first file.
const FACES = [
  {
    file: require.resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'),
    unicodeRange: 'U+0000-00FF, U+0131, U+2000-206F, U+20AC, U+2212',
  },
  {
    file: require.resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-ext-wght-normal.woff2'),
    unicodeRange: 'U+0100-0130, U+0132-02FF, U+1E00-1EFF, U+20BC',
  },
];

/** Makes the app use a bundled font: screenshots must not depend on the installed fonts. */
export async function installFixedFont(page: Page): Promise<void> {
  const faces = FACES.map(({ file, unicodeRange }) => ({
    bytes: readFileSync(file).toString('base64'),
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
