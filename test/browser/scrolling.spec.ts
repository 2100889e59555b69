import { expect, test } from './fixtures';
import { hold } from './hold';
import { uploaded } from './pictures';

const MANY = Array.from({ length: 60 }, (_, number) => `Mesaj ${number}`);

test.beforeEach(({ chat }) => {
  chat.stored(...MANY);
});

test('the list is at its bottom as soon as the history is there', async ({ chat }) => {
  await chat.open();
  await chat.isAtBottom();
  await expect(chat.messages.last()).toBeInViewport();
  await expect(chat.messages.first()).not.toBeInViewport();
});

test('it scrolls smoothly to the bottom when a message arrives', async ({ chat }) => {
  await chat.open();
  await chat.isAtBottom();
  const positions = await chat.watchScrolling();
  chat.operatorSays('Yeni mesaj '.repeat(150));
  await expect(chat.messages).toHaveCount(MANY.length + 1);
  await chat.isAtBottom();
  expect((await positions()).length).toBeGreaterThan(4);
});

test('also for a reader who has scrolled up, and after sending', async ({ chat }) => {
  await chat.open();
  await chat.scrollUp();
  const positions = await chat.watchScrolling();
  chat.operatorSays('Yeni mesaj');
  await chat.isAtBottom();
  expect((await positions()).length).toBeGreaterThan(4);
  await chat.scrollUp();
  await chat.say('Sağ olun');
  await expect(chat.own).toBeInViewport();
  await chat.isAtBottom();
});

test('a reader who has scrolled up is left alone while messages do not change', async ({
  chat,
}) => {
  await chat.open();
  await chat.scrollUp();
  const positions = await chat.watchScrolling();
  await chat.input.pressSequentially('Salam');
  await chat.isConnectedAfterDrop();
  expect(await positions()).toEqual([0]);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('it goes to the bottom at once', async ({ chat }) => {
    await chat.open();
    await chat.scrollUp();
    const positions = await chat.watchScrolling();
    chat.operatorSays('Yeni mesaj');
    await chat.isAtBottom();
    expect(await positions()).toHaveLength(2);
  });
});

test('a picture that loads late does not leave it short', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  const imageUrl = await uploaded(provider, customer.token);
  provider.store(customer.id, { imageUrl });
  const image = await hold(page, `**/${imageUrl}`);
  await chat.open();
  await image.asked;
  await chat.isAtBottom();
  const height = await chat.list.evaluate(({ scrollHeight }) => scrollHeight);
  image.release();
  await expect
    .poll(() => chat.list.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await chat.isAtBottom();
  expect(await chat.list.evaluate(({ scrollHeight }) => scrollHeight)).toBe(height);
});
