import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../support/browser/fixtures';
import { pointAt } from '../support/build/pointAt';

/** The page to `</head>`, by tags. Hashes and styles are replaced by …, scripts are omitted. */
const HEAD = [
  '<html lang="az"><head>',
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

/** Returns the tags of a page to `</head>`, as in `HEAD`. */
function headOf(page: string): string[] {
  const [, head = ''] = /(<html.*)<\/head>/s.exec(page) ?? [];
  return head
    .replaceAll('&#39;', "'")
    .replace(/<style>.*<\/style>/s, '<style>…</style>')
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/(?<=name="build" content=")[0-9a-f]{12}/, '…')
    .replace(/'?sha\d+-[\w+/=]+'?/g, '…')
    .replace(/…( …)+/g, '…')
    .split(/(?=<(?:meta|link|style|title))/);
}

test.describe('The built page', () => {
  test('is in Azerbaijani, and has only the expected tags in its head', ({ build }) => {
    const page = readFileSync(path.join(build, 'index.html'), 'utf8');
    expect(headOf(page)).toEqual(HEAD);
  });

  test('keeps Cloudflare’s Rocket Loader, which the policy blocks, from each script', ({
    build,
  }) => {
    const page = readFileSync(path.join(build, 'index.html'), 'utf8');
    const scripts = page.match(/<script[^>]*>/g) ?? [];
    // The two first scripts, the chat's two, and the inline script.
    expect(scripts).toHaveLength(5);
    // Rocket Loader reads the attribute only if it precedes `src`.
    for (const tag of scripts) expect(tag).toMatch(/^<script data-cfasync="false"/);
  });

  test('refers to no source map in any served file', ({ build }) => {
    const files = readdirSync(build).filter((name) => !/\.(png|gz|br)$/.test(name));
    expect(files.length).toBeGreaterThan(5);
    const namesSourceMap = (name: string) =>
      name.endsWith('.map') ||
      readFileSync(path.join(build, name), 'utf8').includes('sourceMappingURL');
    expect(files.filter(namesSourceMap)).toEqual([]);
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
      log.expected.uncaught.push(expect.stringContaining(`ConfigurationError: ${text}`));
      await page.goto('/');
      await expect(page.getByText(text)).toBeVisible();
      expect(provider.ledger.of('request')).toEqual([]);
    });
  });

  test.describe('with an empty provider host', () => {
    test.use({ host: '' });

    test('sends requests to its own origin', async ({ page, login, baseURL, log }) => {
      // The test's web server responds with the page.
      log.expectErrors('Login failed: UNUSABLE_RESPONSE');
      await login.open();
      const loginRequest = page.waitForRequest('**/api/66/login');
      await login.signIn('501234567');
      expect((await loginRequest).url()).toBe(`${baseURL ?? ''}/api/66/login`);
      await expect(login.error).toBeVisible();
    });
  });

  for (const [name, remove] of [
    ['AbortSignal.any', () => Reflect.deleteProperty(AbortSignal, 'any')],
    ['light-dark()', () => Reflect.set(CSS, 'supports', () => false)],
  ] as const)
    test(`says that a browser without ${name} is too old, and starts no app`, async ({
      page,
      login,
      log,
    }) => {
      log.expected.errors.push(expect.stringContaining('This browser lacks one of them'));
      await page.addInitScript(remove);
      await page.goto('/');
      await expect(page.getByText('Brauzeriniz köhnədir.')).toBeVisible();
      await expect(login.heading).toBeHidden();
      await expect(page.locator('body[data-started]')).toHaveCount(0);
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

const ROOT = path.join(__dirname, '../..');

/** Builds `entry.js` of a folder with the app's plugin for licence notices. */
const buildWithNotices = (folder: string) => `
  const { plugins } = require('./webpack.config.js')();
  require('webpack')({
    mode: 'production',
    context: ${JSON.stringify(folder)},
    entry: './entry.js',
    output: { path: ${JSON.stringify(path.join(folder, 'dist'))} },
    plugins: plugins.filter(({ name }) => name === 'licenceNotices'),
  }, (error, stats) => {
    console.error(error ?? stats.toString('errors-only'));
    process.exitCode = error || stats.hasErrors() ? 1 : 0;
  });`;

/** Runs a script in the repository's folder. */
function run(script: string, env = {}) {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['-e', script], options);
}

test.describe('A build fails', () => {
  for (const variable of ['PROVIDER_HOST', 'PAGE_URL'])
    test(`if ${variable} is not a URL, and prints what to change`, () => {
      const script = 'require("./webpack.config.js")()';
      const { status, stderr } = run(script, { [variable]: 'chat.example.az' });
      expect(status).toBe(1);
      expect(stderr).toContain(
        `ConfigurationError: ${variable} is "chat.example.az", which is not an absolute http(s) URL.`,
      );
    });

  test('if a package has no licence text', async () => {
    const { outputDir } = test.info();
    const bare = path.join(outputDir, 'node_modules/bare');
    await mkdir(bare, { recursive: true });
    await writeFile(path.join(bare, 'package.json'), '{ "name": "bare" }');
    await writeFile(path.join(bare, 'index.js'), 'console.log(0)');
    await writeFile(path.join(outputDir, 'entry.js'), 'import "bare"');
    const { status, stderr } = run(buildWithNotices(outputDir));
    expect(status).toBe(1);
    expect(stderr).toContain('bare has no licence text. Add it to licenceNotices');
  });
});
