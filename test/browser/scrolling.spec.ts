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
  await expect(chat.messages.last()).toContainText('Yeni mesaj');
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

for (const delay of [0, 100, 600, 1500]) {
  test(`pictures that take ${delay} ms leave it within a pixel of its bottom`, async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await uploaded(provider, customer.token);
    await page.route(`**/${imageUrl}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue();
    });
    for (let count = 0; count < 4; count += 1) provider.store(customer.id, { imageUrl });
    await chat.open();
    provider.operator.send(customer.id, { imageUrl, text: 'Budur' });
    await expect(chat.messages.last()).toContainText('Budur');
    await chat.isAtBottom();
    const loaded = () =>
      chat.list
        .locator('img')
        .evaluateAll((pictures: HTMLImageElement[]) => pictures.every((one) => one.complete));
    await expect.poll(loaded).toBe(true);
    expect(await chat.toBottom()).toBeLessThanOrEqual(1);
  });
}

test('a burst of messages leaves it at its bottom', async ({ chat }) => {
  await chat.open();
  for (let count = 0; count < 200; count += 1)
    chat.operatorSays(`Mesaj ${'uzun '.repeat(count % 9)}${count}`);
  await expect(chat.messages.last()).toContainText('199');
  await chat.isAtBottom();
  await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });
});

test('another size of the window, or a higher input, leaves it at its bottom', async ({
  page,
  chat,
}) => {
  await chat.open();
  for (const [width, height] of [
    [1280, 400],
    [360, 400],
    [360, 800],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await chat.isAtBottom();
  }
  await chat.input.fill('bir\niki\nüç\ndörd\nbeş');
  await chat.isAtBottom();
  await chat.input.fill('');
  await chat.isAtBottom();
});
