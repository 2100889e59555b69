import { words } from '../support/speech/words';
import { expect, test } from '../support/speech/fixtures';

const INVALID = 'Nömrə düzgün formatda deyil';

/** What is said of the invalid field when it is focused again. Orca omits its state in Firefox. */
const INVALID_FIELD = {
  firefox: /^Telefon nömrəsi entry \+99450 selected/,
  chromium: /^Telefon nömrəsi entry .*invalid entry/,
};

test.describe('The login, spoken', () => {
  test.beforeEach(async ({ appTab, listener }) => {
    await listener.hear(() => appTab.open({ path: '/login', isSignedIn: false }));
  });

  test('says an invalid number once for each submission', async ({
    listener,
    keyboard,
    engine,
  }) => {
    await listener.hear(() => keyboard.type('50'));
    for (let submission = 1; submission <= 2; submission += 1) {
      const said = words(await listener.hear(() => keyboard.press('Return')));
      expect(said).toEqual([INVALID]);
    }
    // A screen reader says the state of a field only when the field is focused.
    await listener.hear(() => keyboard.press('Tab'));
    const said = words(await listener.hear(() => keyboard.press('shift+Tab')));
    expect(said.join(' ')).toMatch(INVALID_FIELD[engine]);
  });

  test('says that the customer is being signed in, then the chat and its input', async ({
    appTab,
    listener,
    keyboard,
    provider,
  }) => {
    await listener.hear(() => keyboard.type('501234567'));
    provider.switches.calls.login = { delay: 2_000 };
    const said = await listener.hear(async () => {
      keyboard.press('Return');
      await appTab.waitUntilConnected();
    });
    expect(words(said)).toEqual(['Daxil olunur...', 'Dəstək Xidməti. Mesajınızı yazın...']);
  });
});
