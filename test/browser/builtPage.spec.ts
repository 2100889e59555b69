import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../support/browser/fixtures';

/** The `<head>` of the built page. Hashes and styles are replaced by …, script elements are omitted. */
const HEAD = [
  '<meta charset="utf-8"/>',
  '<meta http-equiv="Content-Security-Policy" content="' +
    "default-src 'none'; script-src …; style-src …; worker-src 'self'; connect-src 'self'; " +
    "img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
    "require-trusted-types-for 'script'; trusted-types support-chat-chunks" +
    '"/>',
  '<style>…</style>',
  '<meta name="viewport" content="' +
    'width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content"/>',
  '<meta name="build" content="…"/>',
  '<meta name="provider-host" content=""/>',
  '<meta name="referrer" content="no-referrer"/>',
  '<meta name="color-scheme" content="light dark"/>',
  '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)"/>',
  '<meta name="theme-color" content="#1a2522" media="(prefers-color-scheme: dark)"/>',
  '<meta name="description" content="Sualınızı yazın, operator cavab verəcək."/>',
  '<meta property="og:title" content="Dəstək Xidməti"/>',
  '<meta property="og:description" content="Sualınızı yazın, operator cavab verəcək."/>',
  '<meta property="og:image" content="/icon.png"/>',
  '<link rel="manifest" href="/manifest.webmanifest"/>',
  '<link rel="apple-touch-icon" href="/icon.png"/>',
  '<link rel="icon" href="/favicon.svg"/>',
  '<title>Dəstək Xidməti</title>',
];

/** Returns the parts of the page's `<head>`, as in `HEAD`. */
function headOf(page: string): string[] {
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(page) ?? [];
  return head
    .replaceAll('&#39;', "'")
    .replace(/<style>.*<\/style>/s, '<style>…</style>')
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/(?<=name="build" content=")[0-9a-f]{12}/, '…')
    .replace(/'?sha\d+-[\w+/=]+'?/g, '…')
    .replace(/…( …)+/g, '…')
    .split(/(?=<(?:meta|link|style|title))/);
}

test.describe('Built page', () => {
  test('has exactly these tags in its head', ({ build }) => {
    const page = readFileSync(path.join(build, 'index.html'), 'utf8');
    expect(headOf(page)).toEqual(HEAD);
  });

  test('names no source map in any file that is served', ({ build }) => {
    const files = readdirSync(build).filter((name) => !/\.(png|gz|br)$/.test(name));
    expect(files.length).toBeGreaterThan(5);
    const namesSourceMap = (name: string) =>
      name.endsWith('.map') ||
      readFileSync(path.join(build, name), 'utf8').includes('sourceMappingURL');
    expect(files.filter(namesSourceMap)).toEqual([]);
  });

  test('keeps its controls out of the safe areas of a screen', async ({ page, chat }) => {
    const INSETS = { top: 50, left: 60, right: 70, bottom: 40 };
    await page.setViewportSize({ width: 700, height: 400 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
    chat.storeIncoming('Salam');
    chat.storeOwn('Salam');
    await chat.open();
    for (const part of [chat.logout, chat.attach, chat.send, chat.messages.first(), chat.own]) {
      const { x, y, width, height } = (await part.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(INSETS.left);
      expect(y).toBeGreaterThanOrEqual(INSETS.top);
      expect((x ?? 0) + (width ?? 0)).toBeLessThanOrEqual(700 - INSETS.right);
      expect((y ?? 0) + (height ?? 0)).toBeLessThanOrEqual(400 - INSETS.bottom);
    }
  });
});
