import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../support/browser/fixtures';
import { LoginScreen } from '../support/page/chatScreen';

/** The script of the page for sites that log their customers in themselves. */
const [, script = ''] =
  /```js\n(.*?)```/s.exec(
    readFileSync(path.join(__dirname, '../../src/hosting/loggedIn.md'), 'utf8'),
  ) ?? [];

test('A page of the same origin can log a customer in', async ({
  page,
  context,
  chat,
  customer,
}) => {
  await context.clock.install();
  await page.goto('/favicon.svg');
  const opening = context.waitForEvent('page');
  await page.evaluate(
    ([text, token]) => {
      const element = document.createElementNS('http://www.w3.org/1999/xhtml', 'script');
      element.textContent = `{ const token = ${JSON.stringify(token)}; ${text ?? ''} }`;
      document.documentElement.append(element);
    },
    [script, customer.token],
  );
  const opened = chat.onPage(await opening);
  await opened.waitUntilConnected();
  await expect(opened.page).toHaveURL('/chat');
  // While timers are paused, only the `storage` event can report the change.
  await context.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => localStorage.clear());
  await expect(new LoginScreen(opened.page).heading).toBeVisible();
  await context.clock.resume();
  await expect(opened.page).toHaveURL('/login');
});
