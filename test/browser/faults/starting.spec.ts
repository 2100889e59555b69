import { expect, test } from '../../support/browser/fixtures';
import {
  CONNECTED,
  countAttempts,
  DISCONNECTED,
  expectUsable,
  RECONNECTING,
  runClockUntil,
} from '../../support/browser/outage';

test.describe('A starting chat', () => {
  test.beforeEach(async ({ log, page }) => {
    log.expectErrors();
    await page.clock.install();
  });

  test('stays usable, and a sent message reconnects', async ({ page, chat, provider, log }) => {
    log.expectErrors('Loading history failed: FETCH_ERROR');
    let attempts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/negotiate')) attempts += 1;
    });
    chat.storeIncoming('birinci');
    await provider.stop();
    await chat.load();
    await expect(chat.loading).toBeHidden();
    await chat.input.fill('ikinci');
    await runClockUntil(chat, DISCONNECTED);
    // Longer than all retries together, so a client that never stops retrying is noticed.
    await page.clock.fastForward(600_000);
    expect(attempts).toBe(5);
    await expectUsable(chat);
    await provider.comeUp();
    await expect(chat.input).toHaveValue('ikinci');
    await chat.input.press('Enter');
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', 'ikinci');
    expect(provider.hub.connections()).toHaveLength(1);
  });

  test('uses another transport if one is silent', async ({ chat, provider }) => {
    provider.switches.handshake = { reply: null, times: 1 };
    await chat.load();
    await runClockUntil(chat, CONNECTED);
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'ServerSentEvents' }]);
    chat.operatorSays('birinci');
    await chat.expectTexts('birinci');
  });

  for (const [missing, transport] of [
    ['WebSocket', 'ServerSentEvents'],
    ['EventSource', 'WebSockets'],
  ] as const)
    test(`uses ${transport} if ${missing} is missing`, async ({ page, chat, provider }) => {
      await page.addInitScript((name) => Reflect.deleteProperty(window, name), missing);
      await chat.open();
      expect(provider.ledger.of('opened')).toMatchObject([{ transport }]);
      chat.operatorSays('birinci');
      await chat.expectTexts('birinci');
    });

  test('retries with cookies without sticky session', async ({ page, context, chat, provider }) => {
    const unknown = { status: 404, body: 'No Connection with that ID', times: 1 };
    provider.switches.calls.negotiate = [unknown, { delay: 0, times: 1 }, unknown];
    await context.addCookies([{ name: 'server', value: 'b', url: provider.url }]);
    const cookies: (string | null)[] = [];
    page.on('request', async (request) => {
      if (request.method() === 'POST') cookies.push(await request.headerValue('cookie'));
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
