import { expect, press, test, type } from '../support/speech/fixtures';

const INVALID = 'Nömrə düzgün formatda deyil';

/** What is said of the invalid field when it is focused again. Orca omits its state in Firefox. */
const FIELD = /^Telefon nömrəsi entry \+99450 selected/;
const INVALID_FIELD = /^Telefon nömrəsi entry .*invalid entry/;

test('The login says an invalid number once for each submission, then that it logs in', async ({
  appTab,
  hear,
  engine,
  provider,
}) => {
  await hear(() => appTab.openLogin());
  await hear(() => type('50'));
  for (let submission = 1; submission <= 2; submission += 1)
    expect(await hear(() => press('Return'))).toEqual([INVALID]);
  // A screen reader says the state of a field only when the field is focused.
  await hear(() => press('Tab'));
  const field = await hear(() => press('shift+Tab'));
  expect(field.join(' ')).toMatch(engine === 'firefox' ? FIELD : INVALID_FIELD);
  await hear(() => press('End'));
  await hear(() => type('1234567'));
  provider.switches.calls.login = { delay: 2_000 };
  const said = await hear(async () => {
    press('Return');
    await appTab.waitUntilConnected();
  });
  expect(said).toEqual(['Daxil olunur...', 'Dəstək Xidməti. Mesajınızı yazın...']);
});
