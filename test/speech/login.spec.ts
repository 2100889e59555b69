import { expect, test } from '../support/speech/fixtures';

const INVALID = 'Nömrə düzgün formatda deyil';

/** What is said of the invalid field when it is focused again. Orca omits its state in Firefox. */
const INVALID_FIELD = {
  firefox: /^Telefon nömrəsi entry \+99450 selected/,
  chromium: /^Telefon nömrəsi entry .*invalid entry/,
};

test('The login says an invalid number once for each submission, then that it signs in', async ({
  appTab,
  listener,
  keyboard,
  engine,
  provider,
}) => {
  await listener.hear(() => appTab.openLogin());
  await listener.hear(() => keyboard.type('50'));
  for (let submission = 1; submission <= 2; submission += 1)
    expect(await listener.hear(() => keyboard.press('Return'))).toEqual([INVALID]);
  // A screen reader says the state of a field only when the field is focused.
  await listener.hear(() => keyboard.press('Tab'));
  const field = await listener.hear(() => keyboard.press('shift+Tab'));
  expect(field.join(' ')).toMatch(INVALID_FIELD[engine]);
  await listener.hear(() => keyboard.press('End'));
  await listener.hear(() => keyboard.type('1234567'));
  provider.switches.calls.login = { delay: 2_000 };
  const said = await listener.hear(async () => {
    keyboard.press('Return');
    await appTab.waitUntilConnected();
  });
  expect(said).toEqual(['Daxil olunur...', 'Dəstək Xidməti. Mesajınızı yazın...']);
});
