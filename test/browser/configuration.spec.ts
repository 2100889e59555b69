import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pointAt } from '../support/pointAt';
import { expect, test } from './fixtures';

test.describe('with a provider host that is no address', () => {
  test.use({ host: 'chat.example.az' });

  test('the app does not start, and the page says what to change', async ({ page, log }) => {
    const message =
      '<meta name="provider-host"> in index.html is "chat.example.az", ' +
      'which is no absolute http(s) URL. Set it to one, such as https://chat.example.az, ' +
      'or leave it empty for the page’s own origin.';
    log.expectUncaught(`ConfigurationError: ${message}`);
    await page.goto('/');
    await expect(page.getByText(message)).toBeVisible();
  });
});

test.describe('with a policy that does not know the provider', () => {
  test.use({
    edit: async ({ provider }, use) => {
      await use((page) => page.replace(/(provider-host"? content)(=""?)?/, `$1="${provider.url}"`));
    },
  });

  test('the app does not start, and the page says what to change', async ({
    page,
    log,
    provider,
  }) => {
    const { url } = provider;
    const message =
      `The Content-Security-Policy in index.html does not allow the provider ${url}. ` +
      `Put ${url} and ${url.replace('http', 'ws')} into its connect-src, and ${url} into its img-src.`;
    log.expectUncaught(`ConfigurationError: ${message}`);
    await page.goto('/');
    await expect(page.getByText(message)).toBeVisible();
    expect(provider.ledger.of('request')).toEqual([]);
  });
});

test.describe('without the tag of the provider host', () => {
  test.use({
    edit: async ({ provider }, use) => {
      await use((page) =>
        pointAt(page, provider.url).replace(/<meta name="?provider-host"? [^>]*>/, ''),
      );
    },
  });

  test('the app does not start, and the page says what to change', async ({ page, log }) => {
    const message =
      'index.html has no <meta name="provider-host">. ' +
      'Put it back into <head>, with the provider’s URL as its content.';
    log.expectUncaught(`ConfigurationError: ${message}`);
    await page.goto('/');
    await expect(page.getByText(message)).toBeVisible();
  });
});

test('opened from file: the page says what to change; served, it does not', async ({
  page,
  build,
  login,
}) => {
  const sentence = page.getByText('This page has to be served over http(s)');
  await page.goto(pathToFileURL(path.join(build, 'index.html')).href);
  await expect(sentence).toBeVisible();
  await login.open();
  await expect(login.heading).toBeVisible();
  await expect(sentence).toBeHidden();
});

test('a build for a provider that is no address ends with what to change', () => {
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
    'ConfigurationError: PROVIDER_HOST is "chat.example.az", which is no absolute http(s) URL. ' +
      'Set it to one, such as https://chat.example.az, or leave it empty for the page’s own origin.',
  );
});

test.describe('with an empty provider host', () => {
  test.use({ host: '' });

  test('the calls go to the page’s own origin', async ({ page, login, baseURL }) => {
    await login.open();
    await login.type('501234567');
    const asked = page.waitForRequest('**/api/66/login');
    await login.button.click();
    expect((await asked).url()).toBe(`${baseURL ?? ''}/api/66/login`);
    await expect(login.error).toBeVisible();
  });
});
