import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';
import { hubCalls } from '../support/browser/hubCalls';
import { imageFile } from '../support/browser/images';

test.describe('Sending an image', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('accepts image files only', async ({ chat, provider }) => {
    const chooser = await chat.pick({
      name: 'qeyd.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Salam'),
    });
    expect(chooser.isMultiple()).toBe(true);
    expect(await chooser.element().getAttribute('accept')).toBe('image/*');
    await chat.pick(imageFile());
    await expect(chat.own.getByRole('img')).toBeVisible();
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('uploads it, sends it by POST, then through the hub, then shows it', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const sendRequest = page.waitForRequest('**/api/66/send');
    const uploadRequest = page.waitForRequest('**/api/66/upload');
    await chat.input.fill('Qaralama');
    await chat.pick(imageFile());
    expect((await uploadRequest).method()).toBe('POST');
    expect(await (await uploadRequest).headerValue('content-type')).toMatch(
      /^multipart\/form-data; bound/,
    );
    const payload = (await sendRequest).postDataJSON() as { imageUrl: string };
    expect(payload).toMatchObject({ fromUserId: customer.id, toUserId: 1, text: null });
    expect(payload.imageUrl).toMatch(/^uploads\//);
    await expect(chat.own.getByRole('img')).toHaveAttribute(
      'src',
      `${provider.url}/${payload.imageUrl}`,
    );
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toEqual([[payload]]);
    const calls = provider.ledger.of('request').map(({ call }) => call);
    expect(calls.filter((call) => call === 'upload' || call === 'send')).toEqual([
      'upload',
      'send',
    ]);
    await expect(chat.input).toHaveValue('Qaralama');
    await expect(chat.attach).toBeEnabled();
  });

  test('disables the three controls until it is sent', async ({ page, chat }) => {
    const upload = await hold(page, '**/api/66/upload');
    const send = await hold(page, '**/api/66/send');
    await chat.input.fill('Qaralama');
    await chat.pick(imageFile());
    for (const request of [upload, send]) {
      await request.requested;
      await expect(chat.attach).toBeDisabled();
      await expect(chat.input).toBeDisabled();
      await expect(chat.send).toBeDisabled();
      await expect(chat.messages).toHaveCount(0);
      request.release();
    }
    await expect(chat.own).toHaveCount(1);
    await expect(chat.attach).toBeEnabled();
    await expect(chat.input).toBeEnabled();
    await expect(chat.send).toBeEnabled();
  });

  test('empties the file input, so that the same image can be picked again', async ({ chat }) => {
    const chooser = await chat.pick(imageFile());
    await expect(chat.own).toHaveCount(1);
    expect(await chooser.element().inputValue()).toBe('');
    await chat.pick(imageFile());
    await expect(chat.own).toHaveCount(2);
  });

  test('returns the focus to the input afterwards, and inserts what was typed meanwhile', async ({
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

  for (const cancel of ['click', 'Enter'] as const) {
    test(`returns the focus to the input when it is cancelled with ${cancel}`, async ({
      page,
      chat,
      provider,
    }) => {
      provider.switches.calls.upload = { end: 'hang' };
      await chat.pick(imageFile());
      await expect.poll(() => provider.ledger.requests('upload')).toHaveLength(1);
      if (cancel === 'click') await chat.cancel.click();
      else await chat.cancel.press(cancel);
      await expect(chat.input).toBeFocused();
      await page.keyboard.type('Salam');
      await expect(chat.input).toHaveValue('Salam');
    });
  }

  test('leaves the focus where the customer has moved it meanwhile', async ({ page, chat }) => {
    const send = await hold(page, '**/api/66/send');
    await chat.pick(imageFile());
    await send.requested;
    await chat.logout.focus();
    send.release();
    await expect(chat.input).toBeEnabled();
    await expect(chat.logout).toBeFocused();
  });
});
