import { expect, test } from '../support/speech/fixtures';
import { words } from '../support/speech/words';

const STRIP = { selector: '[role="status"]', within: { role: 'banner' } } as const;

test('The connection strip says each change of the connection once', async ({
  appTab,
  listener,
  provider,
}) => {
  await listener.hear(() => appTab.openChat());
  provider.switches.calls.negotiate = { status: 503 };
  const lost = await listener.hear(async () => {
    provider.hub.terminate();
    await expect.poll(() => appTab.text(STRIP), { timeout: 90_000 }).toBe('Əlaqə yoxdur');
  });
  expect(words(lost)).toEqual(['Yenidən qoşulur', 'Əlaqə yoxdur']);
  provider.switches.calls.negotiate = undefined;
  const found = await listener.hear(async () => {
    await appTab.click({ role: 'button', name: 'Yenidən qoşul' });
    await appTab.waitUntilConnected();
  });
  expect(words(found)).toEqual(['Qoşulur', 'Qoşulub']);
});
