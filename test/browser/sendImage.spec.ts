import { expect, test } from './fixtures';
import { hold } from './hold';
import { hubCalls } from './hubCalls';
import { picture } from './pictures';

test.beforeEach(async ({ chat }) => {
  await chat.open();
});

test('the file picker accepts images only', async ({ chat, provider }) => {
  const chooser = await chat.pick({
    name: 'qeyd.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Salam'),
  });
  expect(chooser.isMultiple()).toBe(true);
  expect(await chooser.element().getAttribute('accept')).toBe('image/*');
  await chat.pick(picture());
  await expect(chat.own.getByRole('img')).toBeVisible();
  expect(provider.ledger.requests('upload')).toHaveLength(1);
});

test('a picked picture is uploaded, then sent by POST, then by the hub, then shown', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  const asked = page.waitForRequest('**/api/66/send');
  const uploading = page.waitForRequest('**/api/66/upload');
  await chat.input.fill('Qaralama');
  await chat.pick(picture());
  expect((await uploading).method()).toBe('POST');
  expect(await (await uploading).headerValue('content-type')).toMatch(
    /^multipart\/form-data; bound/,
  );
  const payload = (await asked).postDataJSON() as { imageUrl: string };
  expect(payload).toMatchObject({ fromUserId: customer.id, toUserId: 1, text: null });
  expect(payload.imageUrl).toMatch(/^uploads\//);
  await expect(chat.own.getByRole('img')).toHaveAttribute(
    'src',
    `${provider.url}/${payload.imageUrl}`,
  );
  await expect.poll(() => hubCalls(provider, 'SendMessage')).toEqual([[payload]]);
  const calls = provider.ledger.of('request').map(({ call }) => call);
  expect(calls.filter((call) => call === 'upload' || call === 'send')).toEqual(['upload', 'send']);
  await expect(chat.input).toHaveValue('Qaralama');
  await expect(chat.attach).toBeEnabled();
});

test('while a picture is on its way the three controls are disabled', async ({ page, chat }) => {
  const uploading = await hold(page, '**/api/66/upload');
  const sending = await hold(page, '**/api/66/send');
  await chat.input.fill('Qaralama');
  await chat.pick(picture());
  for (const step of [uploading, sending]) {
    await step.asked;
    await expect(chat.attach).toBeDisabled();
    await expect(chat.input).toBeDisabled();
    await expect(chat.send).toBeDisabled();
    await expect(chat.messages).toHaveCount(0);
    step.release();
  }
  await expect(chat.own).toHaveCount(1);
  await expect(chat.attach).toBeEnabled();
  await expect(chat.input).toBeEnabled();
  await expect(chat.send).toBeEnabled();
});

test('the same picture can be sent again: the picker keeps nothing', async ({ chat }) => {
  const chooser = await chat.pick(picture());
  await expect(chat.own).toHaveCount(1);
  expect(await chooser.element().inputValue()).toBe('');
  await chat.pick(picture());
  await expect(chat.own).toHaveCount(2);
});
