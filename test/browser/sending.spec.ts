import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';
import { hubCalls } from '../support/browser/outage';
import { hold } from '../support/page/page';

test.describe('Sending', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('uploads an image, posts it, passes it through the hub, then shows it', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const sendRequest = page.waitForRequest('**/api/66/send');
    const uploadRequest = page.waitForRequest('**/api/66/upload');
    await chat.input.fill('Qaralama');
    await chat.pick(imageFile());
    const contentType = await (await uploadRequest).headerValue('content-type');
    expect(contentType).toMatch(/^multipart\/form-data; bound/);
    const payload = (await sendRequest).postDataJSON() as { imageUrl: string };
    expect(payload).toMatchObject({ fromUserId: customer.id, toUserId: 1, text: null });
    expect(payload.imageUrl).toMatch(/^uploads\//);
    const src = `${provider.url}/${payload.imageUrl}`;
    await expect(chat.own.getByRole('img')).toHaveAttribute('src', src);
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toEqual([[payload]]);
    await expect(chat.input).toHaveValue('Qaralama');
    await expect(chat.attach).toBeEnabled();
    // If the picker kept its value, picking the same image again would fire no `change` event.
    await expect(chat.filePicker).toHaveValue('');
  });

  test('replays what is typed during a send, and reports each insertion to the operator once', async ({
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

  test('returns the focus to the input after an image, and inserts the text typed during the send', async ({
    page,
    chat,
  }) => {
    const send = await hold(page, '**/api/66/send');
    await chat.input.fill('Qaralama');
    await chat.pick(imageFile());
    await send.requested;
    await page.keyboard.type(' budur');
    send.release();
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    await page.keyboard.type('.');
    await expect(chat.input).toHaveValue('Qaralama budur.');
  });

  test('looks busy only after 200 ms, so that nothing flashes during a quick send', async ({
    page,
    context,
    chat,
    provider,
  }) => {
    provider.switches.calls.send = { end: 'hang' };
    await chat.open();
    await chat.input.fill('Salam');
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished)),
    );
    const look = () =>
      page.locator('form :is(div, textarea, button)').evaluateAll((parts) =>
        parts.map((part) => {
          const { backgroundColor, color, opacity, outlineWidth } = getComputedStyle(part);
          return { backgroundColor, color, opacity, outlineWidth };
        }),
      );
    const opacities = () =>
      chat.send.evaluate((button) => [
        getComputedStyle(button, '::before').opacity,
        getComputedStyle(button.firstElementChild ?? button).opacity,
      ]);
    const before = await look();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Animation.enable');
    // The time of the page's transitions stands still.
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await chat.input.press('Enter');
    await expect(chat.input).toBeDisabled();
    await expect(chat.send).toHaveAttribute('aria-busy', 'true');
    expect(await look()).toEqual(before);
    expect(await opacities(), 'of arrow and spinner').toEqual(['1', '0']);
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect.poll(opacities).toEqual(['0', '1']);
    expect(await look()).not.toEqual(before);
  });

  test('shows the progress of an upload in percent and size, then as sending', async ({
    page,
    context,
    chat,
  }) => {
    const shown = await page.evaluateHandle(() => {
      const values: string[] = [];
      new MutationObserver(() => {
        const percent =
          document.querySelector('progress')?.previousElementSibling?.textContent ?? '';
        if (percent !== values.at(-1)) values.push(percent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return values;
    });
    const network = await context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 600_000,
    });
    const sending = await hold(page, '**/api/66/send');
    const file = imageFile();
    // Appended bytes keep the image valid and make the upload slow enough to watch.
    file.buffer = Buffer.concat([file.buffer, Buffer.alloc(1_200_000, 7)]);
    await chat.pick(file);
    const bar = page.getByRole('progressbar', { name: 'Şəkil göndərilir...' });
    await expect(bar).toBeVisible();
    await expect(bar.locator('xpath=preceding-sibling::*[1]')).toHaveCSS('white-space', 'nowrap');
    await expect(chat.input).toBeDisabled();
    await sending.requested;
    await expect(chat.cancel).toBeDisabled();
    sending.release();
    await expect(chat.own.getByRole('img')).toBeVisible();
    await expect(bar).toBeHidden();
    const texts = (await shown.jsonValue()).filter(Boolean);
    for (const text of texts) expect(text).toMatch(/^\d+% · [01],\d \/ 1,2 MB$/);
    const percents = texts.map((value) => parseInt(value));
    expect(percents.length, String(percents)).toBeGreaterThan(4);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.some((percent) => percent > 0 && percent < 100)).toBe(true);
  });
});
