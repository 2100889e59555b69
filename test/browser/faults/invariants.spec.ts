import { expect, test } from '../support/fixtures';
import { countAttempts, runClockUntilDisconnected, TEN_MINUTES } from '../support/outage';

test.describe('Invariants under every fault', () => {
  test('(F3) adds no listener and keeps one connection after leaving and returning fifty times', async ({
    page,
    chat,
    provider,
  }) => {
    await page.addInitScript(() => {
      const counts = { listeners: 0 };
      const count = (name: 'addEventListener' | 'removeEventListener', change: number) => {
        const original = Reflect.get(EventTarget.prototype, name) as (...args: unknown[]) => void;
        const counted = function (this: EventTarget, ...args: unknown[]) {
          if (this === window || this === document) counts.listeners += change;
          original.apply(this, args);
        };
        Reflect.set(EventTarget.prototype, name, counted);
      };
      count('addEventListener', 1);
      count('removeEventListener', -1);
      Object.assign(window, { counts });
    });
    await chat.open();
    const listeners = () =>
      page.evaluate(
        () => (window as unknown as { counts: { listeners: number } }).counts.listeners,
      );
    const leaveAndReturn = () =>
      page.evaluate(() => {
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
    await leaveAndReturn();
    await chat.waitUntilConnected();
    const before = await listeners();
    for (let time = 0; time < 50; time += 1) await leaveAndReturn();
    await chat.waitUntilConnected();
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
    expect(await listeners()).toBe(before);
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
  });

  test('(F5) logs a rejection that is a string instead of an Error', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    await page.addInitScript(() => {
      const send = Reflect.get(WebSocket.prototype, 'send') as (data: unknown) => void;
      WebSocket.prototype.send = function (data: unknown) {
        const isMessage = typeof data === 'string' && data.includes('"SendMessage"');
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- SignalR also rejects with strings
        if (isMessage) throw 'WebSocket is not in the OPEN state';
        send.call(this, data);
      };
    });
    await chat.open();
    await chat.say('Salam');
    await chat.expectTexts('Salam');
    await expect
      .poll(() => log.lines)
      .toContain('SendMessage failed: WebSocket is not in the OPEN state');
    expect(provider.ledger.requests('send')).toHaveLength(1);
  });

  test('(F6) makes at most five attempts in ten minutes in every outage', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    test.slow();
    log.expectErrors();
    await page.clock.install();
    await chat.open();
    const faults: (() => void)[] = [
      () => (provider.switches.calls.negotiate = { status: 503 }),
      () => (provider.switches.calls.negotiate = { end: 'drop' }),
      () => (provider.switches.handshake = { close: {} }),
      () => (provider.switches.calls.upgrade = { end: 'drop' }),
    ];
    for (const inject of faults) {
      Object.assign(provider.switches, { calls: {}, handshake: null });
      await page.reload();
      await chat.waitUntilConnected();
      const before = countAttempts(provider);
      inject();
      provider.switches.transports = ['WebSockets'];
      provider.hub.terminate();
      await runClockUntilDisconnected(chat);
      await page.clock.runFor(TEN_MINUTES);
      expect(countAttempts(provider) - before).toBeLessThanOrEqual(5);
    }
  });
});
