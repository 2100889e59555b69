import { expect, test } from '../support/browser/fixtures';

test('The app can be installed', async ({ page, context, login }) => {
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
  const color = page.locator('meta[name="theme-color"]');
  await expect(color).toHaveCount(2);
});
