import { expect, test } from '../fixtures';
import { attempts, untilGivenUp } from './outage';

test('[F3] fifty times away from the page and back: listeners as before, one connection', async ({
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
    page.evaluate(() => (window as unknown as { counts: { listeners: number } }).counts.listeners);
  const goAndCome = () =>
    page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
  await goAndCome();
  await chat.isConnected();
  const before = await listeners();
  for (let time = 0; time < 50; time += 1) await goAndCome();
  await chat.isConnected();
  await expect.poll(() => provider.hub.connections()).toHaveLength(1);
  expect(await listeners()).toBe(before);
  chat.operatorSays('Salam');
  await chat.shows('Salam');
});

test('[F5] a failure that is a text, not an error, is logged like any other', async ({
  page,
  chat,
  provider,
  log,
}) => {
  await page.addInitScript(() => {
    const send = Reflect.get(WebSocket.prototype, 'send') as (data: unknown) => void;
    WebSocket.prototype.send = function (data: unknown) {
      const isMessage = typeof data === 'string' && data.includes('"SendMessage"');
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- SignalR rejects with texts, too
      if (isMessage) throw 'WebSocket is not in the OPEN state';
      send.call(this, data);
    };
  });
  await chat.open();
  await chat.say('Salam');
  await chat.shows('Salam');
  await expect
    .poll(() => log.lines)
    .toContain('SendMessage failed: WebSocket is not in the OPEN state');
  expect(provider.ledger.requests('send')).toHaveLength(1);
});

test('[F6] in no fault is the hub asked more than five times in ten minutes by itself', async ({
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
    await chat.isConnected();
    const before = attempts(provider);
    inject();
    provider.switches.transports = ['WebSockets'];
    provider.hub.terminate();
    await untilGivenUp(chat);
    await page.clock.runFor(600_000);
    expect(attempts(provider) - before).toBeLessThanOrEqual(5);
  }
});
