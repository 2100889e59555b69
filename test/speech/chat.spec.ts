import { CHAT } from '../support/page/chatScreen';
import { xdotool } from '../support/engines/display';
import { expect, press, test, type, type Hear } from '../support/speech/fixtures';

const ANNOUNCEMENTS = ['[aria-live="polite"] p'] as const;
const BURST: unknown = expect.stringMatching(/^20 yeni mesaj\. Operator: mesaj 20, \d\d:\d\d$/);

/**
 * Switches the screen reader to its browse mode, in which the arrow keys read the page, or to its
 * focus mode, in which keys reach the focused element.
 */
async function switchTo(mode: 'Browse mode' | 'Focus mode', hearText: Hear): Promise<void> {
  const change = () => xdotool('keydown', 'Insert', 'key', 'a', 'keyup', 'Insert');
  const isChanged = async () => (await hearText(change)).some((text) => text.startsWith(mode));
  if (!(await isChanged()) && !(await isChanged()))
    throw new Error(`The screen reader does not say "${mode}".`);
}

test.describe('The chat, spoken', () => {
  test.beforeEach(async ({ appTab, hear, provider, customer }) => {
    provider.store(customer.id, { text: 'Salam, buyurun' });
    await hear(() => appTab.openChat());
  });

  test('says an incoming message once, with its sender, and a burst as one sentence @short', async ({
    hear,
    provider: { operator },
    customer: { id },
  }) => {
    const one = await hear(() => operator.send(id, { text: 'Gözləyin' }), /Gözləyin/);
    expect(one).toEqual([expect.stringMatching(/^Operator: Gözləyin, \d\d:\d\d$/)]);
    const all = await hear(() => {
      for (let number = 1; number <= 20; number += 1)
        operator.send(id, { text: `mesaj ${number}` });
    }, /^20 yeni mesaj/);
    expect(all).toEqual([BURST]);
  });

  test('says nothing of sending, although the input is disabled', async ({ appTab, hear }) => {
    await switchTo('Focus mode', hear);
    await hear(() => type('salam'));
    const said = await hear(async () => {
      press('Return');
      await expect.poll(() => appTab.count(CHAT.own)).toBe(1);
    });
    expect(said).toEqual([]);
  });

  test('reads each message once, upwards, with its sender, text and time', async ({
    appTab,
    hear,
    provider,
    customer: { id },
  }) => {
    const own = { fromUserId: id, toUserId: 1 };
    await hear(() => {
      provider.operator.send(id, { text: 'Sifarişiniz yoldadır' });
      provider.pushMessage(id, { ...provider.store(id, { text: 'Gözləyirəm', ...own }) });
    });
    await expect.poll(() => appTab.count(CHAT.messages)).toBe(3);
    // An announcement that stays on the page would be read after the composer.
    await expect.poll(() => appTab.count(ANNOUNCEMENTS)).toBe(0);
    await switchTo('Browse mode', hear);
    const said = await hear(() => press('ctrl+End'));
    // Upwards past the composer's controls and the three messages, to the heading of the day.
    for (let line = 0; line < 6 && !said.includes('Bu gün heading level 2'); line += 1)
      said.push(...(await hear(() => press('Up'))));
    const text = said.join(' ');
    expect(text).toMatch(
      /Siz: Gözləyirəm \d\d:\d\d .*Operator: Sifarişiniz yoldadır \d\d:\d\d .*Operator: Salam, buyurun \d\d:\d\d/,
    );
    for (const once of ['Gözləyirəm', 'yoldadır', 'buyurun'])
      expect(text.split(once)).toHaveLength(2);
  });

  test('says each change of the connection once', async ({ appTab, hear, provider }) => {
    provider.switches.calls.negotiate = { status: 503 };
    const lost = await hear(async () => {
      provider.hub.terminate();
      await expect.poll(() => appTab.text(CHAT.strip), { timeout: 90_000 }).toBe('Əlaqə yoxdur');
    });
    expect(lost).toEqual(['Yenidən qoşulur...', 'Əlaqə yoxdur']);
    // A screen reader skips a text that is replaced before its turn.
    provider.switches.calls.negotiate = { delay: 3_000, times: 1 };
    const found = await hear(async () => {
      await appTab.click(CHAT.reconnect);
      await appTab.waitUntilConnected();
    });
    expect(found).toEqual(['Qoşulur...', 'Qoşulub']);
  });
});
