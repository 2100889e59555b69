import { expect } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import type { ChatScreen } from '../page/chatScreen';

/** The texts of the connection states. */
export const CONNECTING = 'Qoşulur...';
export const CONNECTED = 'Qoşulub';
export const RECONNECTING = 'Yenidən qoşulur...';
export const DISCONNECTED = 'Əlaqə yoxdur';

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
  await expect.poll(advance, { intervals: [100] }).toBe(state);
}

/** Asserts that an outage left the chat usable: enabled controls, no error message, no loading text. */
export async function expectUsable(chat: ChatScreen): Promise<void> {
  await expect(chat.input).toBeEnabled();
  await expect(chat.attach).toBeEnabled();
  await expect(chat.logout).toBeEnabled();
  await expect(chat.loading).toBeHidden();
  await expect(chat.page.getByRole('alert')).toBeHidden();
}

/** The arguments of every invocation of a hub method, in order. */
export function hubCalls(provider: Provider, method: string): (readonly unknown[])[] {
  return provider.ledger
    .of('invocation')
    .filter(({ target }) => target === method)
    .map((entry) => entry.arguments);
}
