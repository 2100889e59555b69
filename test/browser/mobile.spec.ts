import { devices } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { horizontalOverflow, setVisualViewport } from '../support/browser/screen';
import { imageFile } from '../support/browser/images';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

const MANY = Array.from({ length: 40 }, (_, number) => `Mesaj ${number}`);

test.describe('On a phone', () => {
  test('the chat opens without focus in the input, a tap focuses it', async ({ page, chat }) => {
    await chat.open();
    await expect(page.locator(':focus')).toHaveCount(0);
    await chat.input.tap();
    await expect(chat.input).toBeFocused();
  });

  test('a tap on send neither moves the focus away from the input nor into it', async ({
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

  test('a picked image opens no keyboard when it is sent', async ({ chat }) => {
    await chat.open();
    await chat.pick(imageFile());
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeEnabled();
    await expect(chat.input).not.toBeFocused();
  });

  test('an on-screen keyboard that shrinks the page hides neither the input nor the last message', async ({
    page,
    chat,
  }) => {
    chat.storeIncoming(...MANY);
    await chat.open();
    await chat.input.tap();
    await page.setViewportSize({ width: 412, height: 420 });
    await chat.expectAtBottom();
    await expect(chat.input).toBeInViewport({ ratio: 1 });
    await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 412, height: 839 });
    await chat.expectAtBottom();
  });

  test('an on-screen keyboard that covers the page hides neither the input nor the last message', async ({
    page,
    chat,
  }) => {
    chat.storeIncoming(...MANY);
    await chat.open();
    const inputBottom = async () => {
      const { y, height } = (await chat.input.boundingBox()) ?? { y: 0, height: 0 };
      return y + height;
    };
    const windowHeight = await setVisualViewport(page, 420);
    await expect.poll(inputBottom).toBeLessThanOrEqual(420);
    await chat.expectAtBottom();
    const { y, height } = (await chat.messages.last().boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height).toBeLessThanOrEqual(420);
    await setVisualViewport(page, windowHeight);
    await expect.poll(inputBottom).toBeGreaterThan(700);
    // A pinch zoom shrinks the visual viewport too, but the layout must not change.
    await setVisualViewport(page, windowHeight / 2, 2);
    await expect.poll(inputBottom).toBeGreaterThan(700);
  });

  test('every control is at least 44 px, every input font 16 px, below which iOS zooms', async ({
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
    const tooSmall = async () =>
      (await sizes())
        .filter(({ target, font }) => target < 44 || font < 16)
        .map(({ name }) => name);
    await login.open();
    await expect(login.button).toBeVisible();
    expect(await tooSmall()).toEqual([]);
    await chat.open();
    expect(await sizes()).toHaveLength(4);
    expect(await tooSmall()).toEqual([]);
  });

  test('nothing overflows at 320 px, not even very long words', async ({ page, chat, login }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await login.open();
    await login.button.tap();
    await expect(login.error).toBeVisible();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    chat.storeIncoming('a'.repeat(300), `https://example.az/${'b'.repeat(300)}`, 'Salam');
    chat.storeOwn('ç'.repeat(300));
    await chat.open();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    const listOverflow = await chat.list.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    expect(listOverflow).toBe(0);
  });
});
