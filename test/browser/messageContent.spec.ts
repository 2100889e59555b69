import { expect, test } from '../support/browser/fixtures';
import { imageFile, uploadImage } from '../support/browser/images';

test.describe('Message content', () => {
  test('an image is a thumbnail of at most 180 px that opens the full image in a new tab', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await uploadImage(
      provider,
      customer.token,
      imageFile({ width: 640, height: 420 }),
    );
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

  test('an image URL cannot lead away from the provider host', async ({
    page,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    const origins: string[] = [];
    page.on('request', (request) => origins.push(new URL(request.url()).origin));
    const paths = ['/uploads/a.png', '//evil.example/a.png', 'https://evil.example/a.png'];
    paths.forEach((imageUrl) => provider.store(customer.id, { imageUrl }));
    await chat.open();
    await expect(chat.messages).toContainText(paths.map(() => 'Şəkil açılmadı'));
    const app = new URL(page.url()).origin;
    expect([...new Set(origins)].sort()).toEqual([app, provider.url].sort());
  });

  test('images that never load are abandoned after 30 s, and do not delay a message', async ({
    page,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    await page.clock.install();
    provider.switches.calls.image = { end: 'hang' };
    const names = [1, 2, 3, 4, 5, 6].map((number) => `uploads/${String(number)}.png`);
    names.forEach((imageUrl) => provider.store(customer.id, { imageUrl }));
    await chat.openWith(customer.token);
    const requested = () => provider.ledger.requests('image').length;
    await expect.poll(requested).toBe(4);
    await chat.say('Salam');
    await expect(chat.own).toHaveText(/^Siz: Salam/);
    await page.clock.runFor(30_000);
    await expect(chat.messages.getByText('Şəkil açılmadı')).toHaveCount(4);
    await expect.poll(requested).toBe(6);
  });

  test('an image that has loaded stays after 30 s', async ({ page, chat, provider, customer }) => {
    await page.clock.install();
    const imageUrl = await uploadImage(provider, customer.token);
    provider.store(customer.id, { imageUrl });
    await chat.open();
    const image = chat.messages.getByRole('img');
    await expect(image).toHaveJSProperty('complete', true);
    // An image can be complete before its load event.
    await image.evaluate((element: HTMLImageElement) => element.decode());
    await page.clock.runFor(60_000);
    await expect(image).toBeVisible();
  });

  test('a text keeps its line breaks, and only its http(s) URLs become links', async ({ chat }) => {
    chat.storeIncoming('<b>Salam</b>\nhttps://example.az/a?b=1.', 'javascript:alert(1)');
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

  test('a long message fits a screen of 320 px', async ({ chat, page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await chat.open();
    await chat.say(`Salam ${'uzun'.repeat(40)}`);
    await expect(chat.own).toHaveCount(1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(320);
    await expect(chat.send).toBeInViewport({ ratio: 1 });
  });
});
