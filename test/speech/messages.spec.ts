import type { Provider } from '../stand-in/provider';
import { CHAT } from '../support/page/chatScreen';
import { words } from '../support/speech/words';
import { expect, test } from '../support/speech/fixtures';

const ANNOUNCEMENTS = { selector: '[aria-live="polite"] p' };
/** A message of the operator as it is announced. */
const message = (text: string): unknown =>
  expect.stringMatching(new RegExp(`^Operator: ${text}, \\d\\d:\\d\\d$`));

const BURST: unknown = expect.stringMatching(/^20 yeni mesaj\. Operator: mesaj 20, \d\d:\d\d$/);

/**
 * What is said at a send. Firefox takes the focus from a disabled input and returns it later, and
 * Orca says both. Chromium reports neither.
 */
const SENDING = {
  firefox: [
    'Göndər push button grayed',
    'Browse mode',
    'Mesaj entry Mesajınızı yazın dot dot dot',
    'Focus mode',
  ],
  chromium: [],
};

function sendBurst({ operator }: Provider, customerId: number): void {
  for (let number = 1; number <= 20; number += 1)
    operator.send(customerId, { text: `mesaj ${number}` });
}

test.describe('Messages, spoken', () => {
  test.beforeEach(async ({ appTab, listener, provider, customer }) => {
    provider.store(customer.id, { text: 'Salam, buyurun' });
    await listener.hear(() => appTab.openChat());
  });

  test('an incoming message is said once, with its sender @short', async ({
    listener,
    provider,
    customer,
  }) => {
    const said = await listener.hear(
      () => provider.operator.send(customer.id, { text: 'Gözləyin' }),
      /Gözləyin/,
    );
    expect(words(said)).toEqual([message('Gözləyin')]);
  });

  test('a burst is said as one sentence @short', async ({ listener, provider, customer }) => {
    const said = await listener.hear(() => sendBurst(provider, customer.id), /^20 yeni mesaj/);
    expect(words(said)).toEqual([BURST]);
  });

  test('a burst is not read over typing', async ({ listener, keyboard, provider, customer }) => {
    await keyboard.write(listener);
    const said = await listener.hear(async () => {
      sendBurst(provider, customer.id);
      await listener.untilSaying(/^20 yeni mesaj/);
      keyboard.type('salam');
    });
    expect(said[0]).toMatchObject({ text: BURST, isCut: true });
    expect(said.slice(1).map(({ text }) => text)).toEqual(['s', 'a', 'l', 'a', 'm']);
  });

  test('an announced message cannot be browsed afterwards', async ({
    appTab,
    listener,
    keyboard,
    provider,
    customer,
  }) => {
    await listener.hear(() => provider.operator.send(customer.id, { text: 'Gözləyin' }));
    await expect.poll(() => appTab.count(ANNOUNCEMENTS)).toBe(0);
    await keyboard.browse(listener);
    const said = words(await listener.hear(() => keyboard.press('ctrl+End')));
    // Upwards from the end of the page to the last control.
    for (let line = 0; line < 3 && !said.join().includes('Göndər'); line += 1)
      said.push(...words(await listener.hear(() => keyboard.press('Up'))));
    expect(said.join('\n')).toContain('Göndər');
    expect(said.join('\n')).not.toContain('Gözləyin');
  });

  test('sending says no more than that the input was disabled', async ({
    appTab,
    listener,
    keyboard,
    engine,
  }) => {
    await keyboard.write(listener);
    await listener.hear(() => keyboard.type('salam'));
    const said = await listener.hear(async () => {
      keyboard.press('Return');
      await expect.poll(() => appTab.count(CHAT.own)).toBe(1);
    });
    expect(words(said)).toEqual(SENDING[engine]);
  });

  test('reading upwards says each message once, with its sender, text and time', async ({
    appTab,
    listener,
    keyboard,
    provider,
    customer: { id },
  }) => {
    const own = { fromUserId: id, toUserId: 1 };
    await listener.hear(() => {
      provider.operator.send(id, { text: 'Sifarişiniz yoldadır' });
      provider.push(id, { ...provider.store(id, { text: 'Gözləyirəm', ...own }) });
    });
    await expect.poll(() => appTab.count(CHAT.messages)).toBe(3);
    await expect.poll(() => appTab.count(ANNOUNCEMENTS)).toBe(0);
    await keyboard.browse(listener);
    const said = words(await listener.hear(() => keyboard.press('ctrl+End')));
    // Upwards past the composer's controls and the three messages, to the heading of the day.
    for (let line = 0; line < 6 && !said.includes('Bu gün heading level 2'); line += 1)
      said.push(...words(await listener.hear(() => keyboard.press('Up'))));
    const text = said.join(' ');
    expect(text).toMatch(
      /Siz: Gözləyirəm \d\d:\d\d .*Operator: Sifarişiniz yoldadır \d\d:\d\d .*Operator: Salam, buyurun \d\d:\d\d/,
    );
    for (const once of ['Gözləyirəm', 'yoldadır', 'buyurun'])
      expect(text.split(once)).toHaveLength(2);
  });
});
