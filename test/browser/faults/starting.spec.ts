import type { Call } from '../../provider/calls';
import { startProvider, type Provider } from '../../provider/provider';
import type { Switches } from '../../provider/switches';
import { expect, test } from '../fixtures';
import {
  attempts,
  CONNECTED,
  DISCONNECTED,
  isUsable,
  RECONNECTING,
  TEN_MINUTES,
  untilGivenUp,
  untilState,
} from './outage';

const PAGE = '<!doctype html><h1>Oops</h1>';
const END = '\x1e';

test.beforeEach(async ({ page, log }) => {
  log.expectErrors();
  await page.clock.install();
});

test('[A1] the provider is down at the start: tried five times, then quiet, then back by a message', async ({
  page,
  chat,
  customer,
  provider,
  log,
}) => {
  log.expectErrors('Loading history failed: FETCH_ERROR');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/negotiate')) asked += 1;
  });
  await provider.goDown();
  await chat.openWith(customer.token);
  await chat.input.fill('Salam');
  await untilGivenUp(chat);
  expect(asked).toBe(5);
  await page.clock.runFor(TEN_MINUTES);
  await isUsable(chat);
  expect(asked).toBe(5);
  await provider.comeUp();
  chat.stored('birinci');
  await expect(chat.input).toHaveValue('Salam');
  await chat.input.press('Enter');
  await chat.isConnected();
  await chat.shows('birinci', 'Salam');
});

for (const status of [401, 403]) {
  const code = status === 401 ? 'A2' : 'A3';
  test(`[${code}] negotiate answers ${status}: asked once, not shown, the chat is usable`, async ({
    page,
    chat,
    customer,
    provider,
  }) => {
    provider.switches.calls.negotiate = { status, body: PAGE, contentType: 'text/html' };
    chat.stored('birinci');
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText(DISCONNECTED);
    await page.clock.runFor(TEN_MINUTES);
    expect(attempts(provider)).toBe(1);
    await isUsable(chat);
    await expect(page.getByText('Oops')).toBeHidden();
    await expect(page).toHaveURL('/chat');
    await chat.say('ikinci');
    await chat.shows('birinci', 'ikinci');
  });
}

/** What fails the first two attempts; a third one is made 2 s later. */
const FAILING: Record<string, Partial<Switches>> = {
  '[A3] negotiate answers 404': { calls: { negotiate: { status: 404, body: PAGE, times: 2 } } },
  '[A3] negotiate answers 500 with a stack': {
    calls: { negotiate: { status: 500, body: 'Oops\n   at Chat.Hub()', times: 2 } },
  },
  '[A3] negotiate answers 503 with a page': {
    calls: { negotiate: { status: 503, body: PAGE, contentType: 'text/html', times: 2 } },
  },
  '[A4] negotiate answers 200 with a page': {
    calls: { negotiate: { status: 200, body: PAGE, contentType: 'text/html', times: 2 } },
  },
  '[A10] no transport is let through': {
    calls: { upgrade: { status: 404, times: 2 }, hubGet: { status: 404, times: 4 } },
  },
  '[A13] the handshake is answered with an error': {
    handshake: { reply: `{"error":"Oops"}${END}`, times: 2 },
  },
  '[A13] the handshake is answered with garbage': { handshake: { reply: `Oops${END}`, times: 2 } },
  '[A13] the handshake is answered with a ping': {
    handshake: { reply: `{"type":6}${END}`, times: 2 },
  },
  '[A15] the server says goodbye in the frame of the handshake': {
    handshake: { close: { error: 'Oops', sameFrame: true }, times: 2 },
  },
};
for (const [name, switches] of Object.entries(FAILING)) {
  test(`${name}: quietly tried again after 0 and 2 s`, async ({
    page,
    chat,
    customer,
    provider,
  }) => {
    chat.stored('birinci');
    Object.assign(provider.switches, switches);
    const second = page
      .waitForRequest('**/negotiate?*')
      .then(() => page.waitForRequest('**/negotiate?*'));
    await chat.openWith(customer.token);
    await second;
    chat.stored('ikinci');
    await chat.input.fill('Qaralama');
    await isUsable(chat);
    await untilState(chat, CONNECTED);
    await chat.isConnected();
    await chat.shows('birinci', 'ikinci');
    await expect(chat.input).toHaveValue('Qaralama');
    await expect(page.getByText('Oops')).toBeHidden();
    expect(provider.hub.connections()).toHaveLength(1);
  });
}

/** What leaves one attempt hanging for ever, and the request that is ended with it. */
const HANGING: [name: string, Partial<Switches>, ended?: Call][] = [
  ['[A5] negotiate never answers', { calls: { negotiate: { end: 'hang' } } }, 'negotiate'],
  ['[A6] the answer to negotiate stalls half-way', { calls: { negotiate: { end: 'stall' } } }],
  ['[A7] the upgrade is never answered', { calls: { upgrade: { end: 'hang' } } }],
  ['[A12] the handshake is never answered', { handshake: { reply: null } }],
];
for (const [name, fault, ended] of HANGING) {
  test(`${name}: given up after 20 s for a fresh attempt, and logging out does not wait`, async ({
    page,
    chat,
    login,
    customer,
    provider,
  }) => {
    const none = { calls: {}, handshake: null };
    chat.stored('birinci');
    Object.assign(provider.switches, fault);
    await chat.openWith(customer.token);
    await chat.shows('birinci');
    await expect.poll(() => attempts(provider)).toBe(1);
    await isUsable(chat);
    await chat.say('ikinci');
    await chat.shows('birinci', 'ikinci');
    Object.assign(provider.switches, none);
    await page.clock.runFor(10_000);
    expect(attempts(provider)).toBe(1);
    await page.clock.runFor(10_000);
    await chat.isConnected();
    expect(attempts(provider)).toBe(2);
    await page.clock.runFor(1_000);
    if (ended) await expect.poll(() => provider.ledger.requests(ended)[0]?.status).toBe('dropped');
    chat.operatorSays('üçüncü');
    await chat.shows('birinci', 'ikinci', 'üçüncü');

    Object.assign(provider.switches, fault);
    provider.hub.terminate();
    await expect(chat.connection).toHaveText(RECONNECTING);
    await expect.poll(() => attempts(provider)).toBe(3);
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
  });
}

const FALLBACKS = {
  '[A8] WebSockets are refused': ['ServerSentEvents', { upgrade: { status: 400 } }],
  '[A9] WebSockets and event streams are refused': [
    'LongPolling',
    { upgrade: { status: 400 }, hubGet: { status: 404, times: 1 } },
  ],
} as const;
for (const [name, [transport, calls]] of Object.entries(FALLBACKS)) {
  test(`${name}: messages arrive live by ${transport}, and our log holds no token`, async ({
    chat,
    provider,
    log,
  }) => {
    provider.switches.calls = calls;
    await chat.open();
    expect(provider.ledger.of('opened')).toMatchObject([{ transport }]);
    chat.operatorSays('birinci');
    await chat.say('ikinci');
    await chat.shows('birinci', 'ikinci');
    const ours = log.lines.filter((line) => !line.startsWith("WebSocket connection to '"));
    expect(ours.join()).not.toMatch(/eyJ|access_token=(?!\*)/);
  });
}

test('[A11] every other negotiation reaches a server that does not know us: retried, with cookies', async ({
  page,
  context,
  chat,
  customer,
  provider,
}) => {
  const lost = { status: 404, body: 'No Connection with that ID', times: 1 };
  provider.switches.calls.negotiate = [lost, { delay: 0, times: 1 }, lost];
  await context.addCookies([{ name: 'server', value: 'b', url: provider.url }]);
  const cookies: (string | undefined)[] = [];
  page.on('request', async (request) => {
    if (!/\/api\/66\/|\/negotiate/.test(request.url()) || request.method() === 'OPTIONS') return;
    cookies.push((await request.allHeaders())['cookie']);
  });
  await chat.openWith(customer.token);
  await chat.isConnected();
  provider.hub.terminate();
  await expect(chat.connection).toHaveText(RECONNECTING);
  await untilState(chat, CONNECTED);
  await chat.isConnected();
  expect(attempts(provider)).toBe(4);
  expect(new Set(cookies)).toEqual(new Set(['server=b']));
});

test('[A14] accepted, then closed with an error, time after time: the delays run on to their end', async ({
  page,
  chat,
  customer,
  provider,
}) => {
  provider.switches.handshake = { close: { error: 'Oops' } };
  await chat.openWith(customer.token);
  await untilGivenUp(chat);
  await page.clock.runFor(TEN_MINUTES);
  expect(attempts(provider)).toBe(5);
  provider.switches.handshake = null;
  await chat.say('Salam');
  await chat.isConnected();
  await chat.shows('Salam');
});

test('[A16] a message in the frame of the handshake is shown, once, also when the history has it', async ({
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors('Loading history failed: 500', 'Loading history failed: 500');
  provider.switches.calls.messages = { status: 500, times: 2 };
  const message = provider.store(customer.id, { text: 'Salam' });
  const record = { type: 1, target: 'ReceiveMessage', arguments: [message] };
  provider.switches.handshake = { append: JSON.stringify(record) + END, times: 1 };
  await chat.open();
  await chat.shows('Salam');
  await chat.isConnectedAfterDrop();
  expect(provider.ledger.requests('messages').at(-1)?.status).toBe(200);
  await chat.shows('Salam');
});

test('[A17] cross-origin headers are for anybody: nothing is let through, then all is well again', async ({
  chat,
  customer,
  provider,
  log,
}) => {
  log.expectErrors('Loading history failed: FETCH_ERROR');
  chat.stored('birinci');
  provider.switches.cors = 'any';
  await chat.openWith(customer.token);
  await expect(chat.loading).toBeHidden();
  await chat.input.fill('Salam');
  await untilGivenUp(chat);
  await isUsable(chat);
  provider.switches.cors = 'credentials';
  await chat.input.press('Enter');
  await chat.isConnected();
  await chat.shows('birinci', 'Salam');
});

test('[A18] negotiate redirects to another host without a token for it: ours stays at home', async ({
  page,
  chat,
  customer,
  provider,
}) => {
  const stranger: Provider = await startProvider();
  provider.switches.redirect = { url: `${stranger.url}/chatHub66?userId=${customer.id}` };
  await chat.openWith(customer.token);
  await untilGivenUp(chat);
  expect(attempts(provider)).toBe(5);
  expect(stranger.ledger.entries).toEqual([]);
  await isUsable(chat);
  provider.switches.redirect = null;
  await chat.say('Salam');
  await chat.isConnected();
  await expect(page).toHaveURL('/chat');
  await stranger.stop();
});
