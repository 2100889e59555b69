import type { Provider } from '../../stand-in/provider';
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

/** Faults of a server that no connection survives, each with its end. */
const OUTAGES: Record<
  string,
  {
    begin: (provider: Provider) => unknown;
    end: (provider: Provider) => unknown;
    hasHistory: boolean;
    negotiations: number;
  }
> = {
  '(A1) the server is down': {
    begin: (provider) => provider.goDown(),
    end: (provider) => provider.comeUp(),
    hasHistory: false,
    negotiations: 5,
  },
  '(A10) every transport is rejected': {
    begin: ({ switches }) => {
      switches.calls = { upgrade: { status: 404 }, hubGet: { status: 404 } };
    },
    end: ({ switches }) => {
      switches.calls = {};
    },
    hasHistory: true,
    // In each attempt, SignalR negotiates again for each transport.
    negotiations: 15,
  },
  '(A17) the CORS headers allow any origin': {
    begin: ({ switches }) => {
      switches.cors = 'any';
    },
    end: ({ switches }) => {
      switches.cors = 'credentials';
    },
    hasHistory: false,
    negotiations: 5,
  },
};

/** Transports that a proxy rejects, and the transport that is left. */
const FALLBACKS = [
  ['(A8)', 'ServerSentEvents', { upgrade: { status: 400 } }],
  ['(A9)', 'LongPolling', { upgrade: { status: 400 }, hubGet: { status: 404, times: 1 } }],
] as const;

test.describe('Faults while starting', () => {
  test.beforeEach(({ log }) => log.expectErrors());

  for (const [fault, { begin, end, hasHistory, negotiations }] of Object.entries(OUTAGES)) {
    test(`leave the chat usable, and the next sent message reconnects: ${fault}`, async ({
      page,
      chat,
      customer,
      provider,
      log,
    }) => {
      if (!hasHistory) log.expectErrors('Loading history failed: FETCH_ERROR');
      let requests = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/negotiate')) requests += 1;
      });
      await page.clock.install();
      chat.storeIncoming('birinci');
      await begin(provider);
      await chat.openWith(customer.token);
      await expect(chat.loading).toBeHidden();
      await chat.input.fill('ikinci');
      await runClockUntil(chat, DISCONNECTED);
      await page.clock.fastForward(TEN_MINUTES);
      expect(requests).toBe(negotiations);
      await expectUsable(chat);
      await end(provider);
      await expect(chat.input).toHaveValue('ikinci');
      await chat.input.press('Enter');
      await chat.waitUntilConnected();
      await chat.expectTexts('birinci', 'ikinci');
      expect(provider.hub.connections()).toHaveLength(1);
    });
  }

  for (const [code, transport, calls] of FALLBACKS) {
    test(`${code} deliver live over ${transport} and log no token if a proxy rejects the others`, async ({
      chat,
      provider,
      log,
    }) => {
      provider.switches.calls = calls;
      await chat.open();
      expect(provider.ledger.of('opened')).toMatchObject([{ transport }]);
      chat.operatorSays('birinci');
      await chat.say('ikinci');
      await chat.expectTexts('birinci', 'ikinci');
      const appLines = log.lines.filter((line) => !line.startsWith("WebSocket connection to '"));
      expect(appLines.join()).not.toMatch(/eyJ|access_token=(?!\*)/);
    });
  }

  test('(A21) deliver live over the next transport if one opens but delivers nothing', async ({
    page,
    chat,
    customer,
    provider,
  }) => {
    provider.switches.handshake = { reply: null, times: 2 };
    await page.clock.install();
    await chat.openWith(customer.token);
    await runClockUntil(chat, CONNECTED);
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'LongPolling' }]);
    chat.operatorSays('birinci');
    await chat.expectTexts('birinci');
  });

  test('(A11) end by retrying, with cookies, without sticky sessions', async ({
    page,
    context,
    chat,
    customer,
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
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    provider.hub.terminate();
    await expect(chat.connection).toHaveText(RECONNECTING);
    await runClockUntil(chat, CONNECTED);
    await chat.waitUntilConnected();
    expect(countAttempts(provider)).toBe(4);
    expect(new Set(cookies)).toEqual(new Set(['server=b']));
  });
});
