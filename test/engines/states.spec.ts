import { CHAT, type Control, LOGIN } from '../support/page/chatScreen';
import type { AppTab } from '../support/engines/appTab';
import { expect, test } from '../support/engines/fixtures';
import { dispatchImage } from '../support/engines/dispatchImage';

/** Hides or shows the page as far as its scripts can see: WebKitGTK does not hide a covered page. */
const setHidden = ({ tab }: AppTab, isHidden: boolean) =>
  tab.evaluate((value) => {
    Object.defineProperties(document, {
      hidden: { configurable: true, value },
      visibilityState: { configurable: true, value: value ? 'hidden' : 'visible' },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('The strip names a lost connection, and its button connects again', async ({
  appTab,
  provider,
  customer,
  problems,
}) => {
  problems.expect(/^(error|warn): /, /^reported: /);
  provider.store(customer.id, { text: 'Salam' });
  // A rejected token ends the attempts at once.
  provider.switches.calls.negotiate = { status: 403 };
  await appTab.open();
  await expect.poll(() => appTab.text(CHAT.strip)).toBe('Əlaqə yoxdur');
  expect(await appTab.text(CHAT.connection)).toBe('Əlaqə yoxdur');
  await appTab.expectTexts('Salam');
  provider.switches.calls.negotiate = undefined;
  await appTab.click(CHAT.reconnect);
  await appTab.waitUntilConnected();
  await expect.poll(() => appTab.count(CHAT.reconnect)).toBe(0);
});

test('A divider precedes what arrives while the page is hidden, until the customer sends', async ({
  appTab,
  provider,
  customer,
}) => {
  provider.store(customer.id, { text: 'köhnə' });
  await appTab.openChat();
  await setHidden(appTab, true);
  provider.operator.send(customer.id, { text: 'yeni' });
  await appTab.expectTexts('köhnə', 'yeni');
  await setHidden(appTab, false);
  await expect.poll(() => appTab.count(CHAT.newMessages)).toBe(1);
  const tops = async (control: Control) => (await appTab.find(control)).map(({ box }) => box.y);
  const [divider] = await tops(CHAT.newMessages);
  const [old, recent] = await tops(CHAT.messages);
  expect(divider).toBeGreaterThan(old ?? NaN);
  expect(divider).toBeLessThan(recent ?? NaN);
  await appTab.say('Sağ olun');
  await appTab.expectTexts('köhnə', 'yeni', 'Sağ olun');
  expect(await appTab.count(CHAT.newMessages)).toBe(0);
});

/** Whether the browser would ask before the page is left. */
const asksBeforeUnload = ({ tab }: AppTab) =>
  tab.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })), null);

test('Waiting images are shown above the input, guarded, and can be removed', async ({
  appTab,
}) => {
  await appTab.openChat();
  expect(await asksBeforeUnload(appTab)).toBe(false);
  await dispatchImage(appTab, 'paste');
  await dispatchImage(appTab, 'drop');
  await expect.poll(() => appTab.count(CHAT.waiting)).toBe(2);
  expect(await asksBeforeUnload(appTab)).toBe(true);
  const [image] = await appTab.find(CHAT.waiting);
  const [input] = await appTab.find(CHAT.input);
  expect((image?.box.y ?? NaN) + (image?.box.height ?? NaN)).toBeLessThanOrEqual(input?.box.y ?? 0);
  await appTab.click(CHAT.removeImage);
  await expect.poll(() => appTab.count(CHAT.waiting)).toBe(1);
});

test('The note under the phone input shows an example, a mistake and the number', async ({
  appTab,
}) => {
  await appTab.open({ path: '/login', isSignedIn: false });
  await expect.poll(() => appTab.text(LOGIN.note)).toBe('Nümunə: +994 50 123 45 67');
  await appTab.typePhone('0');
  await expect
    .poll(() => appTab.text(LOGIN.note))
    .toContain('994-dən sonra 0 yazmayın: 50 123 45 67');
  await appTab.tab.press('Backspace');
  await appTab.tab.type('501234567');
  await expect.poll(() => appTab.text(LOGIN.note)).toBe('Nömrəniz: 050 123 45 67');
});
