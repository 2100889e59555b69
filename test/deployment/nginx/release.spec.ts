import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../../support/deployment/nginxFixtures';
import { hold } from '../../support/page/page';

const CHAT_CHUNK = '**/chat.*.js';

test.describe('A page of the old release', () => {
  test('goes on working while its files stay beside those of the new release', async ({
    page,
    login,
    chat,
    webRoot,
  }) => {
    const chunk = await hold(page, CHAT_CHUNK);
    await page.goto('/login', { waitUntil: 'domcontentloaded' });
    const build = await page.locator('meta[name=build]').getAttribute('content');
    expect(build).toMatch(/^[0-9a-f]{12}$/);
    const index = path.join(webRoot, 'index.html');
    await writeFile(`${index}.new`, (await readFile(index, 'utf8')).replace(build ?? '', 'new'));
    await rename(`${index}.new`, index);
    chunk.release();
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await page.reload();
    await expect(page.locator('meta[name=build]')).toHaveAttribute('content', 'new');
    await chat.waitUntilConnected();
  });
});
