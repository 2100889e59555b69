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
});
