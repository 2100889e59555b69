import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pointAt } from '../support/build/pointAt';
import { expect, test } from '../support/browser/fixtures';

/** Builds `entry.js` of a folder with the app's plugin for licence notices. */
function buildWithNotices(folder: string) {
  const script = `
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
  const cwd = path.join(__dirname, '../..');
  return spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });
}

test.describe('Configuration', () => {
  test.describe('with a provider host that is not a URL', () => {
    test.use({ host: 'chat.example.az' });

    test('the app does not start, and the page shows what to change', async ({ page, log }) => {
      const message =
        '<meta name="provider-host"> in index.html is "chat.example.az", ' +
        'which is not an absolute http(s) URL. Set it to a URL such as https://chat.example.az, ' +
        'or leave it empty for the page’s own origin.';
      log.expectUncaught(`ConfigurationError: ${message}`);
      await page.goto('/');
      await expect(page.getByText(message)).toBeVisible();
    });
  });

  /** Sources that may be missing from the policy, each with a function that removes it. */
  const INCOMPLETE_POLICIES: [name: string, remove: (page: string, origin: string) => string][] = [
    ['the provider', (page, origin) => page.replaceAll(`${origin} `, '')],
    ['the provider’s images', (page) => page.replace(/(img-src[^;]*) http[^ ;]*/, '$1')],
    ['the provider’s WebSockets', (page) => page.replace(/(connect-src[^;]*) ws:[^ ;]*/, '$1')],
  ];

  for (const [name, remove] of INCOMPLETE_POLICIES) {
    test.describe(`with a Content Security Policy that does not allow ${name}`, () => {
      test.use({
        edit: async ({ provider }, use) => {
          await use((page) => {
            const complete = pointAt(page, provider.url);
            const incomplete = remove(complete, provider.url);
            expect(incomplete).not.toBe(complete);
            return incomplete;
          });
        },
      });

      test('the app does not start, and the page shows what to change', async ({
        page,
        log,
        provider,
      }) => {
        const { url } = provider;
        const message =
          `The Content-Security-Policy in index.html does not allow the provider ${url}. ` +
          `Add ${url} and ${url.replace('http', 'ws')} to its connect-src, and ${url} to its img-src.`;
        log.expectUncaught(`ConfigurationError: ${message}`);
        await page.goto('/');
        await expect(page.getByText(message)).toBeVisible();
        expect(provider.ledger.of('request')).toEqual([]);
      });
    });
  }

  test.describe('without the provider-host tag', () => {
    test.use({
      edit: async ({ provider }, use) => {
        await use((page) =>
          pointAt(page, provider.url).replace(/<meta name="?provider-host"? [^>]*>/, ''),
        );
      },
    });

    test('the app does not start, and the page shows what to change', async ({ page, log }) => {
      const message =
        'index.html has no <meta name="provider-host">. ' +
        'Add it to <head>, with the provider’s URL as its content.';
      log.expectUncaught(`ConfigurationError: ${message}`);
      await page.goto('/');
      await expect(page.getByText(message)).toBeVisible();
    });
  });

  test('a page opened as a file asks to be served over http(s)', async ({ page, build, login }) => {
    const request = page.getByText('This page has to be served over http(s)');
    await page.goto(pathToFileURL(path.join(build, 'index.html')).href);
    await expect(request).toBeVisible();
    await login.open();
    await expect(login.heading).toBeVisible();
    await expect(request).toBeHidden();
  });

  test('a build with a provider host that is not a URL fails and prints what to change', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['-e', 'require("./webpack.config.js")()'],
      {
        cwd: path.join(__dirname, '../..'),
        env: { ...process.env, PROVIDER_HOST: 'chat.example.az' },
        encoding: 'utf8',
      },
    );
    expect(status).toBe(1);
    expect(stderr).toContain(
      'ConfigurationError: PROVIDER_HOST is "chat.example.az", which is not an absolute http(s) URL. ' +
        'Set it to a URL such as https://chat.example.az, or leave it empty for the page’s own origin.',
    );
  });

  test('a build fails if a package has no licence text', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'without-licence-'));
    const bare = path.join(folder, 'node_modules/bare');
    await mkdir(bare, { recursive: true });
    await writeFile(path.join(bare, 'package.json'), '{ "name": "bare" }');
    await writeFile(path.join(bare, 'index.js'), 'console.log(0)');
    await writeFile(path.join(folder, 'entry.js'), 'import "bare"');
    const { status, stderr } = buildWithNotices(folder);
    await rm(folder, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toContain('bare has no licence text. Add it to licenceNotices');
  });

  test.describe('with an empty provider host', () => {
    test.use({ host: '' });

    test('requests go to the page’s own origin', async ({ page, login, baseURL }) => {
      await login.open();
      await login.type('501234567');
      const loginRequest = page.waitForRequest('**/api/66/login');
      await login.button.click();
      expect((await loginRequest).url()).toBe(`${baseURL ?? ''}/api/66/login`);
      await expect(login.error).toBeVisible();
    });
  });
});
