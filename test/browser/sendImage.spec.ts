import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';
import { hubCalls } from '../support/browser/outage';
import { imageFile } from '../support/browser/images';

test.describe('Sending an image', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
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
});
