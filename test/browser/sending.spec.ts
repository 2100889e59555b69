import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';
import { hubCalls } from '../support/browser/outage';
import { hold, recordTexts } from '../support/page/page';

test.describe('Sending', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('replays and reports what is typed during a send', async ({
    page,
    context,
    chat,
    provider,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('AZ21'));
    const devtools = await context.newCDPSession(page);
    await chat.input.fill('1');
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(1);
    const send = await hold(page, '**/api/66/send');
    await page.keyboard.press('Enter');
    await send.requested;
    await expect(chat.input).toBeDisabled();
    await page.keyboard.type('salam');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bir');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('ikii');
    for (const key of ['Backspace', 'Home']) await page.keyboard.press(key);
    await page.keyboard.type('və ');
    await page.keyboard.press('Enter');
    await page.keyboard.type('IBAN ');
    await page.keyboard.press('Control+V');
    // A press on the disabled input must not take the focus from the hidden one.
    await chat.input.click({ force: true });
    await page.keyboard.type(' bu');
    // An emoji panel, dictation and an input method press no key.
    await devtools.send('Input.insertText', { text: 'dur 😀' });
    const composition = { text: 'ni', selectionStart: 2, selectionEnd: 2 };
    await devtools.send('Input.imeSetComposition', composition);
    await expect(chat.input).toHaveValue('1');
    send.release();
    await expect(chat.input).toHaveValue('IBAN AZ21 budur 😀ni');
    await expect(chat.input).toBeFocused();
    await expect(chat.send).toBeEnabled();
    await page.keyboard.type('!');
    await expect(chat.input).toHaveValue('IBAN AZ21 budur 😀ni!');
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(5);
    await page.reload();
    await expect(chat.input).toHaveValue('IBAN AZ21 budur 😀ni!');
    await chat.expectTexts('1', 'salam', 'bir\nvə iki');
  });

  test('shows a picked image beside the progress of its upload, in percent and size', async ({
    page,
    context,
    chat,
  }) => {
    const network = await context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 600_000,
    });
    const shown = await recordTexts(page.locator('form'));
    const sending = await hold(page, '**/api/66/send');
    const file = imageFile();
    // Appended bytes keep the image valid and make the upload slow enough to watch.
    file.buffer = Buffer.concat([file.buffer, Buffer.alloc(1_200_000, 7)]);
    await chat.input.fill('Qaralama');
    await chat.pick(file);
    await expect(chat.progress).toHaveAccessibleName('Şəkil göndərilir...');
    await expect(chat.input).toBeDisabled();
    await sending.requested;
    await expect(chat.cancel).toBeDisabled();
    await expect(page.locator('form img')).toHaveJSProperty('naturalWidth', 320);
    await page.keyboard.type(' budur');
    sending.release();
    await expect(chat.own.getByRole('img')).toBeVisible();
    await expect(chat.progress).toBeHidden();
    await expect(chat.input).toBeFocused();
    await expect(chat.input).toHaveValue('Qaralama budur');
    // If the picker kept its value, picking the same image again would fire no `change` event.
    await expect(chat.filePicker).toHaveValue('');
    const texts = (await shown()).flatMap((text) => /\d+% · [01],\d \/ 1,2 MB/.exec(text) ?? []);
    const percents = [...new Set(texts.map((text) => parseInt(text)))];
    expect(percents.length, String(percents)).toBeGreaterThan(4);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
  });
});
