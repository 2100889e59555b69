import type { Provider } from '../../provider/provider';
import type { ChatScreen } from '../chatScreen';
import { expect } from '../fixtures';

export const CONNECTING = 'Qoşulur';
export const CONNECTED = 'Qoşulub';
export const RECONNECTING = 'Yenidən qoşulur';
export const DISCONNECTED = 'Əlaqə yoxdur';

/** Long enough for every retry, and for a client that never stopped. */
export const TEN_MINUTES = 600_000;

/** How often the hub was asked for a place, which is once for each attempt. */
export const attempts = (provider: Provider) => provider.ledger.requests('negotiate').length;

/** Lets time pass, on the page's own clock, until the channel is in this state. */
export async function untilState({ page, connection }: ChatScreen, state: string): Promise<void> {
  const look = async () => {
    await page.clock.runFor(2_500);
    return connection.textContent();
  };
  // An attempt takes no time of the page's clock, and needs some between two looks.
  await expect.poll(look, { intervals: [100], timeout: 10_000 }).toBe(state);
}

/** Lets time pass until the channel has made all its attempts. */
export const untilGivenUp = (chat: ChatScreen) => untilState(chat, DISCONNECTED);

/** The chat is as usable as ever: no message about the outage, no loading text, the controls are on. */
export async function isUsable(chat: ChatScreen): Promise<void> {
  await expect(chat.input).toBeEnabled();
  await expect(chat.attach).toBeEnabled();
  await expect(chat.logout).toBeEnabled();
  await expect(chat.loading).toBeHidden();
  await expect(chat.page.getByRole('alert')).toBeHidden();
}

/** Notes from now on whether the loading text is seen, however shortly. @returns whether it was */
export async function watchLoading({ page }: ChatScreen): Promise<() => Promise<boolean>> {
  const seen = await page.evaluateHandle(() => {
    const note = { isSeen: false };
    const look = () => {
      note.isSeen ||= document.body.textContent.includes('Mesajlar yüklənir...');
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    return note;
  });
  return () => seen.evaluate(({ isSeen }) => isSeen);
}
