import type { Call } from '../../stand-in/rest/calls';
import { startProvider, type Provider } from '../../stand-in/provider';
import type { Switches } from '../../stand-in/control/switches';
import { expect, test } from '../../support/browser/fixtures';
import {
  countAttempts,
  CONNECTED,
  expectUsable,
  RECONNECTING,
  TEN_MINUTES,
  runClockUntilDisconnected,
  runClockUntil,
} from '../../support/browser/outage';
const RECORD_END = '\x1e';

test.describe('Faults while starting', () => {
  test.beforeEach(async ({ page, log }) => {
    log.expectErrors();
    await page.clock.install();
  });

  test('(A1) makes five attempts while the server is down and reconnects with the next sent message', async ({
    page,
    chat,
    customer,
    provider,
    log,
  }) => {
    log.expectErrors('Loading history failed: FETCH_ERROR');
    let negotiations = 0;
    page.on('request', (request) => {
      if (request.url().includes('/negotiate')) negotiations += 1;
    });
    await provider.goDown();
    await chat.openWith(customer.token);
    await chat.input.fill('Salam');
    await runClockUntilDisconnected(chat);
    expect(negotiations).toBe(5);
    await page.clock.runFor(TEN_MINUTES);
    await expectUsable(chat);
    expect(negotiations).toBe(5);
    await provider.comeUp();
    chat.storeIncoming('birinci');
    await expect(chat.input).toHaveValue('Salam');
    await chat.input.press('Enter');
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', 'Salam');
  });

  test('(A10) retries after 0 and 2 s when every transport is rejected', async ({
    page,
    chat,
    customer,
    provider,
  }) => {
    chat.storeIncoming('birinci');
    provider.switches.calls = {
      upgrade: { status: 404, times: 2 },
      hubGet: { status: 404, times: 4 },
    };
    const secondAttempt = page
      .waitForRequest('**/negotiate?*')
      .then(() => page.waitForRequest('**/negotiate?*'));
    await chat.openWith(customer.token);
    await secondAttempt;
    await chat.expectTexts('birinci');
    chat.storeIncoming('ikinci');
    await chat.input.fill('Qaralama');
    await expectUsable(chat);
    await runClockUntil(chat, CONNECTED);
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', 'ikinci');
    await expect(chat.input).toHaveValue('Qaralama');
    await expect(page.getByText('Oops')).toBeHidden();
    expect(provider.hub.connections()).toHaveLength(1);
  });

  /** Faults that leave an attempt pending for ever, and the request that is aborted with the attempt. */
  const HUNG_ATTEMPTS: [code: string, cause: string, fault: Partial<Switches>, aborted?: Call][] = [
    ['(A6)', 'the negotiate response stalls', { calls: { negotiate: { end: 'stall' } } }],
    ['(A7)', 'the WebSocket upgrade never completes', { calls: { upgrade: { end: 'hang' } } }],
  ];
  for (const [code, cause, fault, aborted] of HUNG_ATTEMPTS) {
    test(`${code} abandons the attempt after 20 s, and logout does not wait, when ${cause}`, async ({
      page,
      chat,
      login,
      customer,
      provider,
    }) => {
      const noFault = { calls: {}, handshake: null };
      chat.storeIncoming('birinci');
      Object.assign(provider.switches, fault);
      await chat.openWith(customer.token);
      await chat.expectTexts('birinci');
      await expect.poll(() => countAttempts(provider)).toBe(1);
      await expectUsable(chat);
      await chat.say('ikinci');
      await chat.expectTexts('birinci', 'ikinci');
      Object.assign(provider.switches, noFault);
      await page.clock.runFor(10_000);
      expect(countAttempts(provider)).toBe(1);
      await page.clock.runFor(10_000);
      await chat.waitUntilConnected();
      expect(countAttempts(provider)).toBe(2);
      await page.clock.runFor(1_000);
      if (aborted)
        await expect.poll(() => provider.ledger.requests(aborted)[0]?.status).toBe('dropped');
      chat.operatorSays('üçüncü');
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü');

      Object.assign(provider.switches, fault);
      provider.hub.terminate();
      await expect(chat.connection).toHaveText(RECONNECTING);
      await expect.poll(() => countAttempts(provider)).toBe(3);
      await chat.logout.click();
      await expect(login.heading).toBeVisible();
    });
  }

  /** Transports that a proxy rejects, and the transport that is left. */
  const FALLBACKS = [
    ['(A8)', 'WebSockets are rejected', 'ServerSentEvents', { upgrade: { status: 400 } }],
    [
      '(A9)',
      'WebSockets and server-sent events are rejected',
      'LongPolling',
      { upgrade: { status: 400 }, hubGet: { status: 404, times: 1 } },
    ],
  ] as const;
  for (const [code, cause, transport, calls] of FALLBACKS) {
    test(`${code} delivers live over ${transport} and logs no token when ${cause}`, async ({
      chat,
      provider,
      log,
    }) => {
      provider.switches.calls = calls;
      await chat.open();
      expect(provider.ledger.of('opened')).toMatchObject([{ transport }]);
      chat.operatorSays('birinci');
      await chat.expectTexts('birinci');
      await chat.say('ikinci');
      await chat.expectTexts('birinci', 'ikinci');
      const appLines = log.lines.filter((line) => !line.startsWith("WebSocket connection to '"));
      expect(appLines.join()).not.toMatch(/eyJ|access_token=(?!\*)/);
    });
  }

  test('(A11) connects by retrying, and sends cookies, without sticky sessions', async ({
    page,
    context,
    chat,
    customer,
    provider,
  }) => {
    const unknownConnection = { status: 404, body: 'No Connection with that ID', times: 1 };
    provider.switches.calls.negotiate = [
      unknownConnection,
      { delay: 0, times: 1 },
      unknownConnection,
    ];
    await context.addCookies([{ name: 'server', value: 'b', url: provider.url }]);
    const cookies: (string | undefined)[] = [];
    page.on('request', async (request) => {
      if (!/\/api\/66\/|\/negotiate/.test(request.url()) || request.method() === 'OPTIONS') return;
      cookies.push((await request.allHeaders()).cookie);
    });
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    provider.hub.terminate();
    await expect(chat.connection).toHaveText(RECONNECTING);
    await runClockUntil(chat, CONNECTED);
    await chat.waitUntilConnected();
    expect(countAttempts(provider)).toBe(4);
    expect(new Set(cookies)).toEqual(new Set(['server=b']));
  });

  test('(A16) shows a message of the handshake frame once, also when the history has it', async ({
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors('Loading history failed: 500', 'Loading history failed: 500');
    provider.switches.calls.messages = { status: 500, times: 2 };
    const message = provider.store(customer.id, { text: 'Salam' });
    const record = { type: 1, target: 'ReceiveMessage', arguments: [message] };
    provider.switches.handshake = { append: JSON.stringify(record) + RECORD_END, times: 1 };
    await chat.open();
    await chat.expectTexts('Salam');
    await chat.dropAndReconnect();
    expect(provider.ledger.requests('messages').at(-1)?.status).toBe(200);
    await chat.expectTexts('Salam');
  });

  test('(A17) stays usable under a CORS wildcard and reconnects once it is corrected', async ({
    chat,
    customer,
    provider,
    log,
  }) => {
    log.expectErrors('Loading history failed: FETCH_ERROR');
    chat.storeIncoming('birinci');
    provider.switches.cors = 'any';
    await chat.openWith(customer.token);
    await expect(chat.loading).toBeHidden();
    await chat.input.fill('Salam');
    await runClockUntilDisconnected(chat);
    await expectUsable(chat);
    provider.switches.cors = 'credentials';
    await chat.input.press('Enter');
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', 'Salam');
  });

  test('(A18) sends no token to another host when negotiate redirects without one', async ({
    page,
    chat,
    customer,
    provider,
  }) => {
    const otherHost: Provider = await startProvider();
    provider.switches.redirect = { url: `${otherHost.url}/chatHub66?userId=${customer.id}` };
    await chat.openWith(customer.token);
    await expect(chat.loading).toBeHidden();
    await runClockUntilDisconnected(chat);
    expect(countAttempts(provider)).toBe(5);
    expect(otherHost.ledger.entries).toEqual([]);
    await expectUsable(chat);
    provider.switches.redirect = null;
    await chat.say('Salam');
    await chat.waitUntilConnected();
    await expect(page).toHaveURL('/chat');
    await otherHost.stop();
  });
});
