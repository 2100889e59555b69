import { CHAT, type Control } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';

test('What is typed and pasted during a send is replayed afterwards, in order', async ({
  appTab,
  provider,
}) => {
  const { keyboard } = appTab.tab;
  const pressWith = async (modifier: 'Control' | 'Shift', key: 'a' | 'x' | 'v' | 'Enter') => {
    await keyboard.down(modifier);
    await keyboard.press(key);
    await keyboard.up(modifier);
  };
  provider.switches.calls.send = { delay: 4_000, times: 1 };
  await appTab.openChat();
  await appTab.click(CHAT.input);
  await keyboard.type('AZ21');
  await pressWith('Control', 'a');
  await pressWith('Control', 'x');
  await appTab.say('salam');
  await expect.poll(async () => (await appTab.find(CHAT.input))[0]?.isDisabled).toBe(true);
  await keyboard.type('birr');
  await keyboard.press('Backspace');
  await pressWith('Shift', 'Enter');
  await keyboard.type('iki');
  await keyboard.press('Enter');
  await keyboard.type('IBAN ');
  await pressWith('Control', 'v');
  expect(await appTab.value(CHAT.input)).toBe('salam');
  await expect.poll(() => appTab.value(CHAT.input)).toBe('IBAN AZ21');
  await expect.poll(() => appTab.isFocused(CHAT.input)).toBe(true);
  await appTab.expectTexts('salam', 'bir\niki');
});

// WebKit's driver repeats no key.
test('The repeats of an Enter that is held down send nothing @firefox', async ({ appTab }) => {
  const { keyboard } = appTab.tab;
  const focus = ([selector]: Control) =>
    appTab.tab.evaluate((one) => document.querySelector<HTMLElement>(one)?.focus(), selector);
  await appTab.openChat();
  await appTab.click(CHAT.input);
  await keyboard.type('bir');
  await keyboard.down('Enter');
  await appTab.expectTexts('bir');
  await keyboard.type('iki');
  await keyboard.down('Enter');
  await focus(CHAT.send);
  await keyboard.down('Enter');
  await keyboard.up('Enter');
  expect(await appTab.value(CHAT.input)).toBe('iki');
  await keyboard.press('Enter');
  await appTab.expectTexts('bir', 'iki');
});
