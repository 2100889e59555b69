import { defaultSwitches, type Switches } from '../../stand-in/control/switches';
import { expect, test } from '../../support/browser/fixtures';
import {
  CONNECTED,
  countAttempts,
  DISCONNECTED,
  expectUsable,
  RECONNECTING,
  runClockUntil,
  TEN_MINUTES,
} from '../../support/browser/outage';

/** Faults of a server that no connection survives; null if the server is down. */
const OUTAGES: [fault: string, switches: Partial<Switches> | null, negotiations: number][] = [
  ['the server is down', null, 5],
  // In each attempt, SignalR negotiates again for each transport.
  [
    'every transport is rejected',
    { calls: { upgrade: { status: 404 }, hubGet: { status: 404 } } },
    15,
  ],
  ['the CORS headers allow any origin', { cors: 'any' }, 5],
];

/** Transports that a proxy rejects, and the transport that is left. */
const FALLBACKS = [
  ['ServerSentEvents', { upgrade: { status: 400 } }],
  ['LongPolling', { upgrade: { status: 400 }, hubGet: { status: 404, times: 1 } }],
] as const;

test.describe('Faults while starting', () => {
  test.beforeEach(({ log }) => log.expectErrors());

  for (const [fault, switches, negotiations] of OUTAGES) {
    test(`leave the chat usable, and the next sent message reconnects: ${fault}`, async ({
      page,
      chat,
      provider,
      log,
    }) => {
      if (!switches?.calls) log.expectErrors('Loading history failed: FETCH_ERROR');
      let requests = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/negotiate')) requests += 1;
      });
      await page.clock.install();
      chat.storeIncoming('birinci');
      if (!switches) await provider.goDown();
      Object.assign(provider.switches, switches);
      await chat.load();
      await expect(chat.loading).toBeHidden();
      await chat.input.fill('ikinci');
      await runClockUntil(chat, DISCONNECTED);
      await page.clock.fastForward(TEN_MINUTES);
      expect(requests).toBe(negotiations);
      await expectUsable(chat);
      if (!switches) await provider.comeUp();
      Object.assign(provider.switches, defaultSwitches());
      await expect(chat.input).toHaveValue('ikinci');
      await chat.input.press('Enter');
      await chat.waitUntilConnected();
      await chat.expectTexts('birinci', 'ikinci');
      expect(provider.hub.connections()).toHaveLength(1);
    });
  }

  for (const [transport, calls] of FALLBACKS) {
    test(`deliver live over ${transport} if a proxy rejects the others`, async ({
      chat,
      provider,
    }) => {
      provider.switches.calls = calls;
      await chat.open();
      expect(provider.ledger.of('opened')).toMatchObject([{ transport }]);
      chat.operatorSays('birinci');
      await chat.say('ikinci');
      await chat.expectTexts('birinci', 'ikinci');
    });
  }

  test('deliver live over the next transport if one opens but delivers nothing', async ({
    page,
    chat,
    provider,
  }) => {
    provider.switches.handshake = { reply: null, times: 2 };
    await page.clock.install();
    await chat.load();
    await runClockUntil(chat, CONNECTED);
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'LongPolling' }]);
    chat.operatorSays('birinci');
    await chat.expectTexts('birinci');
  });

  test('deliver live over the only transport at the first attempt that can work', async ({
    page,
    chat,
    provider,
  }) => {
    provider.switches.transports = ['WebSockets'];
    provider.switches.handshake = { reply: null, times: 1 };
    await page.clock.install();
    await chat.load();
    await runClockUntil(chat, CONNECTED);
    expect(countAttempts(provider)).toBe(2);
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'WebSockets' }]);
  });

  test('end by retrying, with cookies, without sticky sessions', async ({
    page,
    context,
    chat,
    provider,
  }) => {
    const unknown = { status: 404, body: 'No Connection with that ID', times: 1 };
    provider.switches.calls.negotiate = [unknown, { delay: 0, times: 1 }, unknown];
    await page.clock.install();
    await context.addCookies([{ name: 'server', value: 'b', url: provider.url }]);
    const cookies: (string | undefined)[] = [];
    page.on('request', async (request) => {
      if (!/\/api\/66\/|\/negotiate/.test(request.url()) || request.method() === 'OPTIONS') return;
      cookies.push((await request.allHeaders()).cookie);
    });
    await chat.open();
    provider.hub.terminate();
    await expect(chat.connection).toHaveText(RECONNECTING);
    await runClockUntil(chat, CONNECTED);
    await chat.waitUntilConnected();
    expect(countAttempts(provider)).toBe(4);
    expect(new Set(cookies)).toEqual(new Set(['server=b']));
  });
});
