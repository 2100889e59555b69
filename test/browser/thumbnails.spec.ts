import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';
import { hold } from '../support/page/page';

/** Images of `test/support/images`, and the sizes of their frames and thumbnails in px. */
const SIZES = [
  ['one of 4:3, whole', { width: 320, height: 240 }, [180, 135], [180, 135]],
  ['one of 3:1, whole', { width: 900, height: 300 }, [180, 60], [180, 60]],
  ['a narrow one, cropped at its bottom', { width: 60, height: 400 }, [60, 80], [60, 80]],
  ['a small one, not enlarged', { width: 40, height: 30 }, [44, 44], [40, 30]],
] as const;

test.describe('Thumbnails', () => {
  test('have the proportions of their images', async ({ chat }) => {
    for (const [, size] of SIZES) await chat.storeImage(imageFile(size));
    await chat.open();
    for (const [index, [name, , frame, image]] of SIZES.entries())
      await test.step(name, async () => {
        const thumbnail = chat.messages.nth(index).getByRole('img');
        const boxes = [thumbnail.locator('..'), thumbnail].map((box) => box.boundingBox());
        await expect(thumbnail).toHaveJSProperty('offsetHeight', image[1]);
        const [outer, inner] = await Promise.all(boxes);
        expect([outer?.width, Math.round(outer?.height ?? 0)]).toEqual(frame);
        expect([inner?.width, Math.round(inner?.height ?? 0)]).toEqual(image);
        await expect(thumbnail).toHaveCSS('object-fit', 'cover');
        await expect(thumbnail).toHaveCSS('object-position', '50% 0%');
      });
  });

  test('fit their image, move no visible row, and open the full image in a new tab', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await chat.storeImage(imageFile({ width: 60, height: 400 }));
    for (let number = 0; number < 30; number += 1) chat.storeIncoming(`Mesaj ${number}`);
    chat.storeIncoming('Sonuncu');
    provider.store(customer.id, { imageUrl: `${imageUrl}?2` });
    chat.storeIncoming('Bir', 'İki');
    const response = await hold(page, `**/${imageUrl}*`);
    await chat.open();
    await response.requested;
    const held = chat.messages.filter({ hasText: 'Bir' });
    await chat.scrollBy(-0.1);
    const top = async () => (await held.boundingBox())?.y ?? NaN;
    const before = await top();
    response.release();
    const image = chat.messages.nth(-3).getByRole('img');
    await expect(image).toHaveJSProperty('naturalWidth', 60);
    expect(await top()).toBeCloseTo(before, 0);
    await expect(image).toHaveJSProperty('offsetHeight', 240);
    await chat.scrollBy(0.3);
    await expect(image).toHaveJSProperty('offsetHeight', 80);
    await chat.expectAtBottom();
    const opening = page.waitForEvent('popup');
    await image.click();
    await expect(await opening).toHaveURL(`${provider.url}/${imageUrl}?2`);
    await expect(page).toHaveURL('/chat');
  });

  test('become a one-line link if they cannot load', async ({ chat, provider, customer, log }) => {
    log.expectErrors();
    provider.store(customer.id, { imageUrl: 'uploads/none.png' });
    await chat.open();
    const link = chat.messages.getByRole('link', { name: 'Şəkil açılmadı' });
    await expect(link).toHaveJSProperty('offsetHeight', 64);
    await expect(link).toHaveAttribute('href', `${provider.url}/uploads/none.png`);
  });

  test('load when the browser comes online if they could not load before', async ({
    page,
    context,
    chat,
    log,
  }) => {
    log.expectErrors();
    await page.route('**/uploads/*', (route) => route.abort());
    await chat.storeImage();
    await chat.open();
    await expect(chat.messages.getByText('Şəkil açılmadı')).toBeVisible();
    await page.unroute('**/uploads/*');
    await context.setOffline(true);
    await context.setOffline(false);
    const image = chat.messages.getByRole('img');
    await expect(image).toHaveJSProperty('naturalWidth', 320);
    await expect(image).toHaveJSProperty('offsetHeight', 135);
  });

  test('are not loaded again, nor move, when a history signs their URLs again', async ({
    page,
    chat,
    provider,
  }) => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/uploads/')) requests += 1;
    });
    provider.switches.signsImages = true;
    provider.switches.roundsTimes = true;
    await page.clock.install();
    chat.storeIncoming(...Array.from({ length: 30 }, (_, index) => `Mesaj ${index}`));
    await chat.storeImage();
    await chat.open();
    chat.operatorSays('canlı');
    await expect(chat.messages.last()).toContainText('canlı');
    // The live message proves the connection, so the history follows.
    await chat.refetch();
    await chat.expectAtBottom();
    const link = chat.messages.getByRole('link');
    await expect(link).toHaveAttribute('data-loaded', 'true');
    const first = (await link.getAttribute('href')) ?? '';
    const loaded = (await link.getByRole('img').getAttribute('src')) ?? '';
    await chat.scrollBy(-0.5);
    const positions = await chat.recordScrolling();
    provider.hub.terminate();
    await expect(link).not.toHaveAttribute('href', first);
    expect(await positions()).toHaveLength(1);
    await expect(link.getByRole('img')).toHaveAttribute('src', loaded);
    expect(requests).toBe(1);
  });

  test('do not move if the system asks for reduced motion', async ({ page, chat, provider }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const imageUrl = await chat.storeImage();
    await chat.open();
    const still = chat.messages.getByRole('img', { name: 'Şəkil' });
    await expect(still).toHaveJSProperty('tagName', 'CANVAS');
    await expect(still).toHaveJSProperty('offsetHeight', 135);
    await expect(chat.messages.getByRole('link')).toHaveAttribute(
      'href',
      `${provider.url}/${imageUrl}`,
    );
  });

  test('are printed as their addresses until they are loaded', async ({ page, chat, provider }) => {
    const imageUrl = await chat.storeImage();
    const response = await hold(page, `**/${imageUrl}`);
    await chat.open();
    await response.requested;
    await page.emulateMedia({ media: 'print' });
    const link = chat.messages.getByRole('link');
    const printed = () => link.evaluate((image) => getComputedStyle(image, '::after').content);
    expect(await printed()).toBe(`"${provider.url}/${imageUrl}"`);
    await expect(link.locator('img')).toBeHidden();
    expect(await link.evaluate((image) => image.scrollHeight - image.clientHeight)).toBe(0);
    response.release();
    await expect(link.locator('img')).toBeVisible();
    expect(await printed()).toBe('none');
  });
});
