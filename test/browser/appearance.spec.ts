import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';
import { imageFile, uploadImage } from '../support/browser/images';

test.describe('Appearance', () => {
  test('emoji are large only if they are few and alone', async ({ chat }) => {
    const large = ['👍', '👋🏽 ❤️', '👩‍👩‍👧', '🇦🇿'];
    const plain = ['Salam 👍', '123', '#', '👍'.repeat(20), '5️⃣ dənə'];
    chat.storeIncoming(...large, ...plain);
    await chat.open();
    const sizes = await chat.messages
      .locator('p')
      .evaluateAll((texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize)));
    expect(sizes.slice(0, large.length).every((size) => size > 30)).toBe(true);
    expect(sizes.slice(large.length).every((size) => size === 16)).toBe(true);
  });

  test('bubbles are at most 75 % wide and thumbnails 180 px, at every width', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await uploadImage(
      provider,
      customer.token,
      imageFile({ width: 900, height: 300 }),
    );
    chat.storeIncoming('söz '.repeat(200));
    chat.storeOwn('ü'.repeat(500));
    provider.store(customer.id, { imageUrl });
    await chat.open();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const shares = await chat.messages.evaluateAll((rows) =>
        rows.map((row) => (row.firstElementChild?.clientWidth ?? 0) / row.clientWidth),
      );
      expect(Math.max(...shares)).toBeLessThanOrEqual(0.75);
      const thumbnail = await chat.messages.getByRole('img').boundingBox();
      expect(thumbnail?.width).toBeLessThanOrEqual(180);
      expect(thumbnail?.width).toBeGreaterThan(170);
    }
  });

  test('the login card does not move when busy or when it shows an error', async ({
    page,
    login,
    provider,
    log,
  }) => {
    log.expectErrors();
    await login.open();
    const card = page.locator('form');
    const [before, button] = [await card.boundingBox(), await login.button.boundingBox()];
    await login.button.click();
    await expect(login.error).toBeVisible();
    await expect(login.phone).toBeFocused();
    expect(await card.boundingBox()).toEqual(before);
    provider.switches.calls.login = { status: 500 };
    await login.type('501234567');
    const loginRequest = await hold(page, '**/api/66/login');
    await login.button.click();
    await loginRequest.requested;
    await expect(login.spinner).toBeVisible();
    expect(await login.button.boundingBox()).toEqual(button);
    expect(await card.boundingBox()).toEqual(before);
    loginRequest.release();
    await expect(login.error).toHaveText(/^Giriş zamanı xəta/);
    expect(await card.boundingBox()).toEqual(before);
  });

  test('no animation runs with reduced motion', async ({ page, chat, customer, provider }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    provider.switches.calls.negotiate = { end: 'hang' };
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText('Qoşulur');
    const countAnimations = () =>
      page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      );
    await expect.poll(countAnimations).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(countAnimations).toBe(1);
  });
});
