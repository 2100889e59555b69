import { CHAT, type Control } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';
import type { AppTab } from '../support/engines/appTab';
import { dispatchImage, IMAGE_FILE } from '../support/engines/dispatchImage';

const OWN_IMAGE: Control = { role: 'img', within: CHAT.own };

/** Waits for an upload with its progress, and for the image in the list. */
async function expectUpload(appTab: AppTab): Promise<void> {
  await expect.poll(() => appTab.count(CHAT.progress)).toBe(1);
  await expect.poll(() => appTab.count(OWN_IMAGE)).toBe(1);
  await expect.poll(() => appTab.count(CHAT.progress)).toBe(0);
}

test.describe('Sending an image', () => {
  test.beforeEach(async ({ appTab, provider }) => {
    provider.switches.calls.upload = { delay: 4_000 };
    await appTab.openChat();
  });

  test.afterEach(({ provider }) => {
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('that was picked shows its progress', async ({ appTab }) => {
    await appTab.tab.chooseFiles('input[type=file]', [IMAGE_FILE]);
    await expectUpload(appTab);
  });

  for (const type of ['paste', 'drop'] as const) {
    test(`that is sent by ${type} shows its progress`, async ({ appTab }) => {
      await dispatchImage(appTab, type);
      await appTab.click(CHAT.send);
      await expectUpload(appTab);
    });
  }
});
