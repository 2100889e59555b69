import { expect, test } from './fixtures';
import { picture, uploaded } from './pictures';

test('a picture is shown as a thumbnail of at most 180 px that opens it whole in a new tab', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  const imageUrl = await uploaded(provider, customer.token, picture({ width: 640, height: 420 }));
  provider.store(customer.id, { text: 'Baxın', imageUrl });
  await chat.open();
  await expect(chat.messages).toContainText('Baxın');
  const thumbnail = chat.messages.getByRole('img');
  await expect(thumbnail).toHaveAttribute('src', `${provider.url}/${imageUrl}`);
  await expect(thumbnail).toHaveJSProperty('naturalWidth', 640);
  expect((await thumbnail.boundingBox())?.width).toBeLessThanOrEqual(180);
  expect((await thumbnail.boundingBox())?.width).toBeGreaterThan(170);
  const link = chat.messages.getByRole('link');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const opening = page.context().waitForEvent('page');
  await link.click();
  const tab = await opening;
  await expect(tab).toHaveURL(`${provider.url}/${imageUrl}`);
  await expect(page).toHaveURL('/chat');
});

test('the address of a picture cannot lead away from the provider', async ({
  page,
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  const paths = ['/uploads/a.png', '//evil.example/a.png', 'https://evil.example/a.png'];
  paths.forEach((imageUrl) => provider.store(customer.id, { imageUrl }));
  await chat.open();
  await expect(chat.messages).toContainText(paths.map(() => 'Şəkil açılmadı'));
  const app = new URL(page.url()).origin;
  expect([...new Set(asked)].sort()).toEqual([app, provider.url].sort());
});

test('a text is shown as text, with its line breaks; web addresses are links', async ({ chat }) => {
  chat.stored('<b>Salam</b>\nhttps://example.az/a?b=1.', 'javascript:alert(1)');
  await chat.open();
  await expect(chat.messages.first()).toContainText('<b>Salam</b>\nhttps://example.az/a?b=1.', {
    useInnerText: true,
  });
  const link = chat.list.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'https://example.az/a?b=1');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('nothing is cut off on a screen of 320 px', async ({ chat, page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await chat.open();
  await chat.say(`Salam ${'uzun'.repeat(40)}`);
  await expect(chat.own).toHaveCount(1);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(320);
  await expect(chat.send).toBeInViewport({ ratio: 1 });
});
