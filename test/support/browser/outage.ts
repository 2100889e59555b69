import { expect, type Page } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import type { ChatScreen } from '../page/chatScreen';

/** The texts of the connection states. */
export const CONNECTING = 'Qoşulur';
export const CONNECTED = 'Qoşulub';
export const RECONNECTING = 'Yenidən qoşulur';
export const DISCONNECTED = 'Əlaqə yoxdur';

/** In ms; longer than all retries together, so a client that never stops retrying is noticed. */
export const TEN_MINUTES = 600_000;

/** Connection attempts so far; each begins with one negotiate request. */
export const countAttempts = (provider: Provider) => provider.ledger.requests('negotiate').length;

/** Advances the page's fake clock until the connection is in a state. */
export async function runClockUntil(
  { page, connection }: ChatScreen,
  state: string,
): Promise<void> {
  const advance = async () => {
    await page.clock.runFor(2_500);
    return connection.textContent();
  };
  // An attempt needs real time for its requests: 100 ms before the clock is advanced again.
  await expect.poll(advance, { intervals: [100], timeout: 30_000 }).toBe(state);
}

/** Advances the page's fake clock until the client has stopped retrying. */
export const runClockUntilDisconnected = (chat: ChatScreen) => runClockUntil(chat, DISCONNECTED);

/** Closes the connection and rejects each retry. Resolves when the client has stopped retrying. */
export async function disconnect(chat: ChatScreen, provider: Provider): Promise<void> {
  provider.switches.calls.negotiate = { status: 503 };
  provider.hub.terminate();
  await runClockUntilDisconnected(chat);
}

/** Asserts that an outage left the chat usable: enabled controls, no error message, no loading text. */
export async function expectUsable(chat: ChatScreen): Promise<void> {
  await expect(chat.input).toBeEnabled();
  await expect(chat.attach).toBeEnabled();
  await expect(chat.logout).toBeEnabled();
  await expect(chat.loading).toBeHidden();
  await expect(chat.page.getByRole('alert')).toBeHidden();
}

/**
 * Watches for the loading text from now on, including appearances of a single frame.
 * @returns reads whether the text has appeared
 */
export async function watchLoadingText({ page }: ChatScreen): Promise<() => Promise<boolean>> {
  const watched = await page.evaluateHandle(() => {
    const result = { hasAppeared: false };
    const check = () => {
      result.hasAppeared ||= document.body.textContent.includes('Mesajlar yüklənir...');
    };
    new MutationObserver(check).observe(document.body, { subtree: true, childList: true });
    return result;
  });
  return () => watched.evaluate(({ hasAppeared }) => hasAppeared);
}

/** The global variable with the page's pending timers: their delays in ms, by id. */
const PENDING = 'pendingTimers';

/** Tracks the timers of every page load from now on. */
export async function countTimers(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    type Timer = (handler: () => void, delay?: number) => number;
    const pending = new Map<number, number>();
    const originalSetTimeout = window.setTimeout.bind(window) as Timer;
    const originalSetInterval = window.setInterval.bind(window) as Timer;
    const originalClear = window.clearTimeout.bind(window);
    const track = (id: number, delay: number) => {
      pending.set(id, delay);
      return id;
    };
    const setTimeout: Timer = (handler, delay = 0) => {
      const id = originalSetTimeout(() => {
        pending.delete(id);
        handler();
      }, delay);
      return track(id, delay);
    };
    const setInterval: Timer = (handler, delay = 0) =>
      track(originalSetInterval(handler, delay), delay);
    const clear = (id: number) => {
      pending.delete(id);
      originalClear(id);
    };
    const timers = { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear };
    Object.assign(window, timers, { [name]: pending });
  }, PENDING);
}

/** The delays, in ms, of the timers that have neither fired nor been cleared. */
export const pendingTimers = (page: Page): Promise<number[]> =>
  page.evaluate(
    (name) => [...(Reflect.get(window, name) as Map<number, number>).values()],
    PENDING,
  );

/** The arguments of every invocation of a hub method, in order. */
export function hubCalls(provider: Provider, method: string): (readonly unknown[])[] {
  return provider.ledger
    .of('invocation')
    .filter(({ target }) => target === method)
    .map((entry) => entry.arguments);
}
