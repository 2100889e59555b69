import { devices } from '@playwright/test';
import { expect, test } from './fixtures';
import { overflow } from './overflow';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

const MANY = Array.from({ length: 40 }, (_, number) => `Mesaj ${number}`);

test('the chat opens without a keyboard, which a tap calls up', async ({ page, chat }) => {
  await chat.open();
  await expect(page.locator(':focus')).toHaveCount(0);
  await chat.input.tap();
  await expect(chat.input).toBeFocused();
});

test('a tap on send leaves the focus in the input, and none where there was none', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.input.tap();
  await page.keyboard.type('Salam');
  await chat.send.tap();
  await expect(chat.own).toHaveCount(1);
  await expect(chat.input).toBeFocused();
  await page.keyboard.type('Sağ olun');
  await chat.input.blur();
  await chat.send.tap();
  await expect(chat.own).toHaveCount(2);
  await expect(chat.input).not.toBeFocused();
});

test('the keyboard that makes the page smaller hides neither input nor last message', async ({
  page,
  chat,
}) => {
  chat.stored(...MANY);
  await chat.open();
  await chat.input.tap();
  await page.setViewportSize({ width: 412, height: 420 });
  await chat.isAtBottom();
  await expect(chat.input).toBeInViewport({ ratio: 1 });
  await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 412, height: 839 });
  await chat.isAtBottom();
});

test('nor does the keyboard that covers the page', async ({ page, chat }) => {
  chat.stored(...MANY);
  await chat.open();
  const cover = (height: number, scale = 1) =>
    page.evaluate(
      ([visible, zoom]) => {
        const viewport = window.visualViewport;
        if (!viewport) throw new Error('There is no visual viewport.');
        Object.defineProperty(viewport, 'height', { value: visible, configurable: true });
        Object.defineProperty(viewport, 'scale', { value: zoom, configurable: true });
        viewport.dispatchEvent(new Event('resize'));
        return window.innerHeight;
      },
      [height, scale] as const,
    );
  const bottomOf = async () => {
    const { y, height } = (await chat.input.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  const whole = await cover(420);
  await expect.poll(bottomOf).toBeLessThanOrEqual(420);
  await chat.isAtBottom();
  const { y, height } = (await chat.messages.last().boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height).toBeLessThanOrEqual(420);
  await cover(whole);
  await expect.poll(bottomOf).toBeGreaterThan(700);
  // Zoomed in by hand less is visible too, and nothing may move.
  await cover(whole / 2, 2);
  await expect.poll(bottomOf).toBeGreaterThan(700);
});

test('every control is large enough for a finger, and no input makes iOS zoom', async ({
  page,
  chat,
  login,
}) => {
  const sizes = () =>
    page.locator('button, input:not([type=file]), textarea').evaluateAll((controls) =>
      controls.map((control) => {
        const box = (control.closest('[data-disabled]') ?? control).getBoundingClientRect();
        const isText = control.matches('input, textarea');
        return {
          name: control.getAttribute('aria-label') ?? control.textContent,
          target: Math.min(box.width, box.height),
          font: isText ? parseFloat(getComputedStyle(control).fontSize) : Infinity,
        };
      }),
    );
  const small = async () =>
    (await sizes()).filter(({ target, font }) => target < 44 || font < 16).map(({ name }) => name);
  await login.open();
  await expect(login.button).toBeVisible();
  expect(await small()).toEqual([]);
  await chat.open();
  expect(await sizes()).toHaveLength(4);
  expect(await small()).toEqual([]);
});

test('at 320 px nothing sticks out, also of words without an end', async ({
  page,
  chat,
  login,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await login.open();
  await login.button.tap();
  await expect(login.error).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  chat.stored('a'.repeat(300), `https://example.az/${'b'.repeat(300)}`, 'Salam');
  chat.storedOwn('ç'.repeat(300));
  await chat.open();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const list = await chat.list.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(list).toBe(0);
});

test('the app can be installed', async ({ page, context, login }) => {
  await login.open();
  const devtools = await context.newCDPSession(page);
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toMatch(/manifest\.webmanifest$/);
  const manifest = JSON.parse(data ?? '') as { name: string; icons: { src: string }[] };
  expect(manifest.name).toBe('Dəstək Xidməti');
  for (const { src } of manifest.icons) {
    const answer = await page.request.get(src);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toMatch(/^image\//);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The browser of a test keeps nothing, and is the only thing that speaks against it.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  const color = page.locator('meta[name="theme-color"]');
  await expect(color).toHaveCount(2);
});
