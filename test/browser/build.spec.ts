import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pointAt } from '../support/build/pointAt';
import { expect, test } from '../support/browser/fixtures';

/** How the page begins. The policy and the charset precede all that they apply to. */
const START =
  '<!doctype html><html lang="az"><head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="';

/** Returns the names of the packages whose code is in the scripts, from the source maps. */
function bundledPackages(maps: string): string[] {
  const sources = readdirSync(maps).flatMap((name) => {
    const map = JSON.parse(readFileSync(path.join(maps, name), 'utf8')) as { sources: string[] };
    return map.sources;
  });
  const names = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined);
}

test.describe('The built page', () => {
  test('begins with its policy, and keeps Cloudflare’s Rocket Loader from each script', ({
    build,
  }) => {
    const page = readFileSync(path.join(build, 'index.html'), 'utf8');
    expect(page.slice(0, START.length)).toBe(START);
    const scripts = page.match(/<script[^>]*>/g) ?? [];
    // The two first scripts, the chat's two, and the inline script.
    expect(scripts).toHaveLength(5);
    // The policy blocks Rocket Loader, which reads the attribute only if it precedes `src`.
    for (const tag of scripts) expect(tag).toMatch(/^<script data-cfasync="false"/);
  });

  test('has scripts named by their content, compressed copies, and source maps apart', ({
    build,
  }) => {
    const names = readdirSync(build);
    const read = (name: string) => readFileSync(path.join(build, name));
    const scripts = names.filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(4);
    for (const name of scripts) expect(name).toMatch(/^[\w-]+\.[0-9a-f]{12}\.js$/);
    for (const name of names.filter((file) => /\.(js|svg|webmanifest)$/.test(file))) {
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
      expect(read(name).includes('sourceMappingURL'), name).toBe(false);
    }
    // index.html may be edited after the build.
    expect(names.filter((name) => name.startsWith('index.html'))).toEqual(['index.html']);
    const maps = readdirSync(path.join(build, '../dist-maps'));
    expect(maps.sort()).toEqual(scripts.map((name) => `${name}.map`).sort());
  });

  test('has the licence text of every package in the scripts', ({ build }) => {
    const notices = readFileSync(path.join(build, 'third-party-notices.txt'), 'utf8');
    const packages = bundledPackages(path.join(build, '../dist-maps'));
    expect(packages).toEqual(expect.arrayContaining(['@microsoft/signalr', 'scheduler']));
    const missing = packages.filter((name) => {
      const [, notice = ''] = notices.split(new RegExp(`^${name} \\S+ \\(MIT\\)\n\n`, 'm'));
      return !/Copyright|\(c\)/.test(notice.split('-'.repeat(80))[0] ?? '');
    });
    expect(missing).toEqual([]);
  });

  test('can be installed', { tag: '@chromium' }, async ({ page, context, login }) => {
    await login.open();
    const devtools = await context.newCDPSession(page);
    const { errors, data, url } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toMatch(/manifest\.webmanifest$/);
    const manifest = JSON.parse(data ?? '') as { name: string; icons: { src: string }[] };
    expect(manifest.name).toBe('Dəstək Xidməti');
    for (const { src } of manifest.icons) {
      const response = await page.request.get(src);
      expect(response.status()).toBe(200);
      expect(response.headers()['content-type']).toMatch(/^image\//);
    }
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A test's browser context is incognito; nothing else prevents the installation.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

  test.describe('with a policy that does not allow the provider’s WebSockets', () => {
    test.use({
      edit: async ({ provider }, use) => {
        const withoutSockets = (page: string) => page.replace(/(connect-src[^;]*) ws:[^ ;]*/, '$1');
        await use((page) => withoutSockets(pointAt(page, provider.url)));
      },
    });

    test('starts no app, and shows what to change', async ({ page, log, provider }) => {
      const text = 'The Content-Security-Policy in index.html does not allow the provider';
      log.expected.push(expect.stringContaining(`ConfigurationError: ${text}`));
      await page.goto('/');
      await expect(page.getByText(text)).toBeVisible();
      expect(provider.ledger.of('request')).toEqual([]);
    });
  });

  test('says that a browser is too old, and starts no app', async ({ context, log }) => {
    for (const remove of [
      () => Reflect.deleteProperty(AbortSignal, 'any'),
      () => Reflect.set(CSS, 'supports', () => false),
    ]) {
      log.expected.push(expect.stringContaining('This browser lacks AbortSignal.any'));
      const page = await context.newPage();
      await page.addInitScript(remove);
      await page.goto('/');
      await expect(page.getByText('Brauzeriniz köhnədir.')).toBeVisible();
      await expect(page.getByRole('heading')).toBeHidden();
      await expect(page.locator('body[data-started]')).toHaveCount(0);
    }
  });

  test('asks for http(s) if it is opened as a file', async ({ page, build, login }) => {
    const request = page.getByText('This page has to be served over http(s)');
    await page.goto(pathToFileURL(path.join(build, 'index.html')).href);
    await expect(request).toBeVisible();
    await login.open();
    await expect(login.heading).toBeVisible();
    await expect(request).toBeHidden();
  });
});
