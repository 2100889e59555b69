import type { Page, Request } from '@playwright/test';
import { startProvider, type Provider } from '../stand-in/provider';
import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';
import { CONNECTED, DISCONNECTED, runClockUntil } from '../support/browser/outage';

/** Text that occurs in tokens, in the phone number and in hub URLs. */
const SECRET = /eyJ[\w-]{8,}|Bearer (?!\*)|access_token=(?!\*)|userId=|50\s?123\s?45\s?67/;
/** Chromium's own console line, which contains the WebSocket's URL; no page can prevent it. */
const CHROMIUM_LINE = "WebSocket connection to '";

/** The parts of a request that contain the token, each with the host. */
async function partsWithToken(request: Request, containsToken: (text: string) => boolean) {
  const { referer = '', ...headers } = await request.allHeaders();
  const body = request.postData() ?? '';
  const parts = { URL: request.url(), referer, headers: JSON.stringify(headers), body };
  return Object.entries(parts)
    .filter(([, text]) => containsToken(text))
    .map(([part]) => `${part} to ${new URL(request.url()).host}`);
}

/** Everything that the page contains or stores. */
const readPage = (page: Page) =>
  page.evaluate(() => ({
    document: document.documentElement.outerHTML + location.href + document.cookie,
    history: JSON.stringify(history.state),
    session: JSON.stringify(Object.entries(sessionStorage)),
    local: JSON.stringify(Object.entries(localStorage)),
    window: JSON.stringify(Object.keys(window)) + window.name,
  }));

/** Injects one fault after the other; the server repeats the token in its errors. */
async function injectFaults(chat: CustomerChat, provider: Provider, token: string): Promise<void> {
  const { switches, hub } = provider;
  const reconnectAfter = async (drop: () => void) => {
    const opened = () => provider.ledger.of('opened').length;
    const before = opened();
    drop();
    const advance = async () => {
      await chat.page.clock.runFor(1_000);
      return opened();
    };
    await expect.poll(advance, { intervals: [100] }).toBe(before + 1);
    await chat.waitUntilConnected();
  };
  switches.calls.upgrade = { status: 400, times: 1 };
  await reconnectAfter(() => hub.terminate());
  switches.handshake = { reply: `{"error":"Oops ${token}"}\x1e`, times: 1 };
  await reconnectAfter(() => hub.terminate());
  await reconnectAfter(() => hub.connections()[0]?.send('Oops\x1e'));
  switches.invocations.sendmessage = { error: `Oops ?access_token=${token}`, times: 1 };
  await chat.say('birinci');
  await expect(chat.own).toHaveCount(1);
  switches.calls.send = { status: 500, body: token, times: 1 };
  await chat.say('ikinci');
  await expect(chat.input).toBeEnabled();
  await chat.input.press('Enter');
  await expect(chat.own).toHaveCount(2);
  switches.calls.negotiate = { status: 401 };
  hub.connections()[0]?.close({ error: `Oops Bearer ${token}` });
  await runClockUntil(chat, DISCONNECTED);
  switches.calls.messages = { status: 500, times: 1 };
  switches.calls.negotiate = undefined;
  await chat.setHidden(true);
  await chat.setHidden(false);
  await expect(chat.connection).toHaveText(CONNECTED);
}

test('The token goes nowhere but to the provider, through login, faults and logout', async ({
  page,
  context,
  chat,
  login,
  provider,
  log,
}) => {
  log.expectErrors(
    'Login failed: 500',
    'Sending a message failed: 500',
    'Loading history failed: 500',
  );
  const foreign = await startProvider();
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  await page.clock.install();
  await login.open();
  provider.switches.calls.login = { status: 500, body: 'Oops', times: 1 };
  await login.logIn('501234567');
  await expect(login.error).toBeVisible();
  await login.phone.press('Enter');
  await chat.waitUntilConnected();
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const [, claims = '', signature = ''] = token.split('.');
  const containsToken = (text: string) => [claims, signature].some((part) => text.includes(part));
  expect(containsToken(token)).toBe(true);

  await injectFaults(chat, provider, token);
  await expect.poll(() => log.lines).toContain('Loading history failed: 500');
  chat.operatorSays(`${foreign.url}/uploads/a.png`);
  const opening = context.waitForEvent('page');
  await chat.list.getByRole('link', { name: foreign.url }).click();
  await (await opening).waitForLoadState();

  const { local, ...rest } = await readPage(page);
  expect(Object.entries(rest).filter(([, text]) => containsToken(text))).toEqual([]);
  expect(JSON.parse(local)).toEqual([['token', token]]);

  await chat.logOut();
  await expect(login.heading).toBeVisible();
  const remaining = Object.entries(await readPage(page));
  expect(remaining.filter(([, text]) => containsToken(text))).toEqual([]);

  const appLines = log.lines.filter((line) => !line.startsWith(CHROMIUM_LINE));
  expect(appLines.filter((line) => SECRET.test(line) || containsToken(line))).toEqual([]);
  // Chromium prints the URL of the one WebSocket that was rejected.
  expect(log.lines.filter(containsToken)).toHaveLength(1);
  const { host } = new URL(provider.url);
  const parts = await Promise.all(
    requests.map((request) => partsWithToken(request, containsToken)),
  );
  // EventSource cannot send headers, so its URL contains the token.
  expect([...new Set(parts.flat())].sort()).toEqual([`URL to ${host}`, `headers to ${host}`]);
  const foreignRequests = foreign.ledger.of('request');
  // Besides the image, the new tab requests a favicon (`other`).
  const calls = foreignRequests.map(({ call }) => call).filter((call) => call !== 'other');
  expect(calls).toEqual(['image']);
  expect(foreignRequests.filter(({ token: carried }) => carried !== 'none')).toEqual([]);
  await foreign.stop();
});
