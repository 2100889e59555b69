import type { Switches } from '../../stand-in/control/switches';
import { expect, test } from '../../support/browser/fixtures';
import { runClockUntilDisconnected, TEN_MINUTES } from '../../support/browser/outage';

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

  /** Outages that begin with a drop. A call that hangs ends with the timeout of its attempt. */
  const OUTAGES: Record<string, Partial<Switches>> = {
    'negotiate responds 503': { calls: { negotiate: { status: 503 } } },
    'negotiate responds with HTML': { calls: { negotiate: { status: 200, body: '<html>' } } },
    'negotiate drops the connection': { calls: { negotiate: { end: 'drop' } } },
    'negotiate never responds': { calls: { negotiate: { end: 'hang' } } },
    'the upgrade is dropped': { calls: { upgrade: { end: 'drop' } } },
    'the upgrade never completes': { calls: { upgrade: { end: 'hang' } } },
    'the handshake fails': { handshake: { reply: '{"error":"Oops"}\x1e' } },
    'the handshake never completes': { handshake: { reply: null } },
    'every connection is closed': { handshake: { close: {} } },
  };
  for (const [outage, fault] of Object.entries(OUTAGES)) {
    test(`(F6) makes at most five attempts in ten minutes if ${outage}`, async ({
      page,
      chat,
      provider,
      log,
    }) => {
      log.expectErrors();
      await page.clock.install();
      await chat.open();
      // Not the provider's count: Chromium itself repeats a request whose connection is reset.
      let attempts = 0;
      page.on('request', (request) => {
        if (request.url().includes('/negotiate') && request.method() === 'POST') attempts += 1;
      });
      Object.assign(provider.switches, { transports: ['WebSockets'], ...fault });
      provider.hub.terminate();
      await runClockUntilDisconnected(chat);
      await page.clock.runFor(TEN_MINUTES);
      expect(attempts).toBeGreaterThan(0);
      expect(attempts).toBeLessThanOrEqual(5);
    });
  }
});
