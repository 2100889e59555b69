import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CHAT, type Control } from '../support/page/controls';
import { expect, test } from './support/fixtures';
import type { AppTab } from './support/appTab';

const FILE = path.join(__dirname, '../support/images/grey-320x240.png');
const OWN_IMAGE: Control = { role: 'img', within: CHAT.own };

/** Dispatches an event with an image file, which the page has made in memory. */
const give = (appTab: AppTab, type: 'paste' | 'drop') =>
  appTab.tab.evaluate(
    ({ type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        type === 'paste'
          ? new ClipboardEvent(type, options)
          : new DragEvent(type, { ...options, dataTransfer: data });
      // Firefox gives a paste that a script has made an empty clipboard.
      if (type === 'paste') Object.defineProperty(event, 'clipboardData', { value: data });
      document.querySelector('textarea')?.dispatchEvent(event);
    },
    { type, base64: readFileSync(FILE).toString('base64') },
  );

/** Waits for an upload with its progress, and for the image in the list. */
async function expectUpload(appTab: AppTab): Promise<void> {
  await expect.poll(() => appTab.count(CHAT.progress)).toBe(1);
  await expect.poll(() => appTab.count(OWN_IMAGE)).toBe(1);
  expect(await appTab.count(CHAT.progress)).toBe(0);
}

test.describe('Sending an image', () => {
  test.beforeEach(async ({ appTab, provider }) => {
    provider.switches.calls.upload = { delay: 1_500 };
    await appTab.openChat();
  });

  test.afterEach(({ provider }) => {
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('that was picked shows its progress', async ({ appTab }) => {
    await appTab.tab.chooseFiles('input[type=file]', [FILE]);
    await expectUpload(appTab);
  });

  for (const type of ['paste', 'drop'] as const) {
    test(`that was given by ${type} shows its progress`, async ({ appTab }) => {
      await give(appTab, type);
      await appTab.click(CHAT.send);
      await expectUpload(appTab);
    });
  }
});
