import type { Page, Request } from '@playwright/test';
import { startProvider, type Provider } from '../provider/provider';
import type { ChatScreen } from './chatScreen';
import { CONNECTED, DISCONNECTED, untilState } from './faults/outage';
import { setHidden } from './hidden';
import { expect, test } from './fixtures';
import { picture } from './pictures';
import { readStore, watchStore } from './watchStore';

/** What stands in a token, in a phone number and in an address of the hub. */
const SECRET = /eyJ[\w-]{8,}|Bearer (?!\*)|access_token=(?!\*)|userId=|50\s?123\s?45\s?67/;
/** Chromium's own line, which holds the address of the socket, whatever a page does. */
const CHROMIUMS = "WebSocket connection to '";

/** Where a request carries a text: in its address, its Referer, another header, or its body. */
async function placesOf(request: Request, isIn: (text: string) => boolean): Promise<string[]> {
  const headers = await request.allHeaders();
  const { referer, ...others } = headers;
  const places = {
    address: request.url(),
    Referer: referer ?? '',
    headers: JSON.stringify(others),
    body: request.postData() ?? '',
  };
  return Object.entries(places)
    .filter(([, text]) => isIn(text))
    .map(([place]) => `${place} to ${new URL(request.url()).host}`);
}

/** What the page itself holds: its text and attributes, its address, and what it stores. */
const readPage = (page: Page) =>
  page.evaluate(() => ({
    page: document.documentElement.outerHTML,
    address: location.href,
    title: document.title,
    cookies: document.cookie,
    history: JSON.stringify(history.state),
    session: JSON.stringify(Object.entries(sessionStorage)),
    local: JSON.stringify(Object.entries(localStorage)),
    window: JSON.stringify(Object.keys(window)) + window.name,
  }));

/** Much of what can go wrong, one after the other, on one page; the provider repeats the token in its errors. */
async function sufferAll(chat: ChatScreen, provider: Provider, token: string): Promise<void> {
  const { switches, hub } = provider;
  const untilBackAfter = async (drop: () => void) => {
    const opened = () => provider.ledger.of('opened').length;
    const before = opened();
    drop();
    const look = async () => {
      await chat.page.clock.runFor(1_000);
      return opened();
    };
    await expect.poll(look, { intervals: [100], timeout: 10_000 }).toBe(before + 1);
    await chat.isConnected();
  };
  switches.calls.upgrade = { status: 400, times: 1 };
  await untilBackAfter(() => hub.terminate());
  switches.handshake = { reply: `{"error":"Oops ${token}"}\x1e`, times: 1 };
  await untilBackAfter(() => hub.terminate());
  await untilBackAfter(() => hub.sendRaw('Oops\x1e'));
  switches.invocations['sendmessage'] = { error: `Oops ?access_token=${token}`, times: 1 };
  await chat.say('birinci');
  await expect(chat.own).toHaveCount(1);
  switches.calls.send = { status: 500, body: token, times: 1 };
  await chat.say('ikinci');
  await expect(chat.input).toBeEnabled();
  await chat.input.press('Enter');
  await expect(chat.own).toHaveCount(2);
  switches.calls.upload = { status: 500, times: 1 };
  await chat.pick(picture());
  await expect(chat.attach).toBeEnabled();
  switches.calls.negotiate = { status: 401 };
  hub.close({ error: `Oops Bearer ${token}` });
  await untilState(chat, DISCONNECTED);
  switches.calls.messages = { status: 500, times: 1 };
  switches.calls.negotiate = undefined;
  await setHidden(chat.page, true);
  await setHidden(chat.page, false);
  await expect(chat.connection).toHaveText(CONNECTED);
}

/** The hub is said to be at a stranger's, who gives no token of its own. */
async function isMisled(chat: ChatScreen, provider: Provider, stranger: Provider): Promise<void> {
  provider.switches.redirect = { url: `${stranger.url}/chatHub66` };
  provider.hub.terminate();
  await untilState(chat, DISCONNECTED);
  provider.switches.redirect = null;
  await setHidden(chat.page, true);
  await setHidden(chat.page, false);
  await chat.isConnected();
}

test('[F1] [F2] [F4] login, chat, fault after fault, logout: the token leaves by no way but to the provider', async ({
  page,
  context,
  chat,
  login,
  provider,
  log,
}) => {
  test.slow();
  log.expectErrors(
    'Sending a message failed: 500',
    'Sending an image failed: 500',
    'Loading history failed: 500',
  );
  const stranger = await startProvider();
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.clock.install();
  await watchStore(page);
  await page.addInitScript(() => {
    const note = (event: Event) => {
      sessionStorage.setItem('uncaught', event.type);
    };
    window.addEventListener('unhandledrejection', note);
    window.addEventListener('error', note);
  });

  await login.open();
  await login.type('501234567');
  provider.switches.calls.login = { status: 500, body: 'Oops', times: 1 };
  await login.phone.press('Enter');
  await expect(login.error).toBeVisible();
  await login.phone.press('Enter');
  await chat.isConnected();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const [, claims = '', signature = ''] = token.split('.');
  const isIn = (text: string) => [claims, signature].some((part) => text.includes(part));
  expect(isIn(token)).toBe(true);

  await sufferAll(chat, provider, token);
  await expect.poll(() => log.lines).toContain('Loading history failed: 500');
  await isMisled(chat, provider, stranger);
  chat.operatorSays(`${stranger.url}/uploads/a.png`);
  const opening = context.waitForEvent('page');
  await chat.list.getByRole('link', { name: stranger.url }).click();
  await (await opening).waitForLoadState();

  const { local, ...held } = await readPage(page);
  expect(Object.entries(held).filter(([, text]) => isIn(text))).toEqual([]);
  expect(JSON.parse(local)).toEqual([['token', token]]);
  const { text, count, odd } = await readStore(page);
  expect(count).toBeGreaterThan(50);
  expect(isIn(text)).toBe(false);
  expect(text.replace(/"username":"[^"]*"/g, '')).not.toMatch(SECRET);
  expect(text).not.toMatch(/<h1>|Oops|Authorization/);
  expect(odd).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('uncaught'))).toBeNull();

  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  const left = Object.entries(await readPage(page)).filter(([, what]) => isIn(what));
  expect(left).toEqual([]);

  const ours = log.lines.filter((line) => !line.startsWith(CHROMIUMS));
  expect(ours.filter((line) => SECRET.test(line) || isIn(line))).toEqual([]);
  // Chromium alone tells the address of a socket that was refused, once for each.
  expect(log.lines.filter(isIn)).toHaveLength(1);
  const { host } = new URL(provider.url);
  const places = (await Promise.all(requests.map((request) => placesOf(request, isIn)))).flat();
  // An event stream can carry no header, nor can a socket.
  expect([...new Set(places)].sort()).toEqual([`address to ${host}`, `headers to ${host}`]);
  expect([...new Set(sockets.map((url) => new URL(url).host))]).toEqual([host]);
  const asked = stranger.ledger.of('request').map(({ call, token: carried }) => [call, carried]);
  // The new tab asks for an icon, too.
  expect(asked.filter(([call]) => call !== 'other')).toEqual([['image', 'none']]);
  expect(asked.filter(([, carried]) => carried !== 'none')).toEqual([]);
  await stranger.stop();
});
