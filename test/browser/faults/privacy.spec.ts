import type { Page } from '@playwright/test';
import type { Provider } from '../../provider/provider';
import type { ChatScreen } from '../chatScreen';
import { expect, test } from '../fixtures';
import { picture } from '../pictures';
import { attempts, CONNECTED, DISCONNECTED, setHidden, untilGivenUp, untilState } from './outage';

/** What stands in a token, in a phone number and in an address of the hub. */
const SECRET = /eyJ[\w-]{8,}|Bearer (?!\*)|access_token=(?!\*)|userId=|50\s?123\s?45\s?67/;
/** Chromium's own line, which holds the address of the socket, whatever a page does. */
const CHROMIUMS = "WebSocket connection to '";

/** Keeps everything that a developer's tool would be shown of the store, as it is. */
async function watchStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Reducer = (state: unknown, action: unknown) => unknown;
    type Create = (reducer: Reducer, ...rest: unknown[]) => unknown;
    const seen: unknown[] = [];
    const watch =
      (create: Create): Create =>
      (reducer, ...rest) =>
        create(
          (state, action) => {
            const next = reducer(state, action);
            seen.push(action, next);
            return next;
          },
          ...rest,
        );
    type Enhancer = (create: Create) => Create;
    const compose = (...enhancers: Enhancer[]): Enhancer => {
      return (create) => [...enhancers, watch].reduceRight((made, wrap) => wrap(made), create);
    };
    Object.assign(window, { seen, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: () => compose });
  });
}

/** What the store went through: as text, and how much of it is not plain. */
const readStore = (page: Page) =>
  page.evaluate(() => {
    const isPlain = (value: unknown): boolean => {
      if (value === null || value === undefined) return true;
      if (typeof value !== 'object')
        return typeof value !== 'function' && typeof value !== 'symbol';
      const proto: unknown = Object.getPrototypeOf(value);
      return (
        (Array.isArray(value) || proto === Object.prototype || proto === null) &&
        Object.values(value).every(isPlain)
      );
    };
    const { seen } = window as unknown as { seen: unknown[] };
    return {
      text: JSON.stringify(seen),
      count: seen.length,
      odd: seen.filter((one) => !isPlain(one)).length,
    };
  });

/** Much of what can go wrong, one after the other, on one page. */
async function sufferAll(chat: ChatScreen, provider: Provider): Promise<void> {
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
  switches.handshake = { reply: '{"error":"Oops"}\x1e', times: 1 };
  await untilBackAfter(() => hub.terminate());
  await untilBackAfter(() => hub.sendRaw('Oops\x1e'));
  switches.invocations['sendmessage'] = { error: 'Oops', times: 1 };
  await chat.say('birinci');
  await expect(chat.own).toHaveCount(1);
  switches.calls.send = { status: 500, times: 1 };
  await chat.say('ikinci');
  await expect(chat.input).toBeEnabled();
  await chat.input.press('Enter');
  await expect(chat.own).toHaveCount(2);
  switches.calls.upload = { status: 500, times: 1 };
  await chat.pick(picture());
  await expect(chat.attach).toBeEnabled();
  switches.calls.negotiate = { status: 401 };
  hub.close({ error: 'Oops' });
  await untilState(chat, DISCONNECTED);
  switches.calls.messages = { status: 500, times: 1 };
  switches.calls.negotiate = undefined;
  await setHidden(chat.page, true);
  await setHidden(chat.page, false);
  await expect(chat.connection).toHaveText(CONNECTED);
}

test('[F1] [F2] [F4] fault after fault: no token, number or address in console or store, all plain, all caught', async ({
  page,
  chat,
  provider,
  log,
}) => {
  test.slow();
  log.expectErrors(
    'Sending a message failed: 500',
    'Sending an image failed: 500',
    'Loading history failed: 500',
  );
  await page.clock.install();
  await watchStore(page);
  await page.addInitScript(() => {
    const note = (event: Event) => {
      sessionStorage.setItem('uncaught', event.type);
    };
    window.addEventListener('unhandledrejection', note);
    window.addEventListener('error', note);
  });
  await chat.open();
  await sufferAll(chat, provider);
  await expect.poll(() => log.lines).toContain('Loading history failed: 500');

  const ours = log.lines.filter((line) => !line.startsWith(CHROMIUMS));
  expect(ours.filter((line) => SECRET.test(line))).toEqual([]);
  const { text, count, odd } = await readStore(page);
  expect(count).toBeGreaterThan(50);
  expect(text.replace(/"username":"[^"]*"/g, '')).not.toMatch(SECRET);
  expect(text).not.toMatch(/<h1>|Oops|Authorization/);
  expect(odd).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('uncaught'))).toBeNull();
});

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
