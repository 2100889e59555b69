import { devices, type Locator, type Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { dispatch, imageFile } from '../support/browser/images';
import { DISCONNECTED, runClockUntil } from '../support/browser/outage';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const MANY = Array.from({ length: 40 }, (_, number) => `Mesaj ${number}`);

/**
 * Sets the height of the visual viewport, as a keyboard that covers the page does.
 * @param height in CSS pixels
 * @returns the window's height
 */
const setVisualViewport = (page: Page, height: number): Promise<number> =>
  page.evaluate((value) => {
    const viewport = window.visualViewport;
    if (!viewport) throw new Error('There is no visual viewport.');
    Object.defineProperty(viewport, 'height', { value, configurable: true });
    viewport.dispatchEvent(new Event('resize'));
    return window.innerHeight;
  }, height);

/** Pixels by which the page is wider than the window; 0 or less if it fits. */
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The edges of an element in CSS pixels. */
async function edges(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element has no box.');
  const { x, y, width, height } = box;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The names of the controls that are smaller than 44 px, and of inputs with a font below 16 px. */
const smallControls = (page: Page) =>
  page.locator('button, input:not([type=file]), textarea').evaluateAll((controls) =>
    controls
      // The dialog of the logout is closed.
      .filter((control) => !control.closest('dialog'))
      .filter((control) => {
        const box = (control.closest('[data-disabled]') ?? control).getBoundingClientRect();
        const isText = control.matches('input, textarea');
        const isSmall = Math.min(box.width, box.height) < 44;
        // iOS zooms into an input with a smaller font.
        return isSmall || (isText && parseFloat(getComputedStyle(control).fontSize) < 16);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );

test.describe('On a phone', () => {
  test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

  test('opening, sending and a picked image leave the keyboard as it is', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await expect(page.locator(':focus')).toHaveCount(0);
    await chat.pick(imageFile());
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeEnabled();
    await expect(chat.input).not.toBeFocused();
    await chat.input.tap();
    await expect(chat.input).toBeFocused();
    await page.keyboard.type('Salam');
    await chat.send.tap();
    await expect(chat.own).toHaveCount(2);
    await expect(chat.input).toBeFocused();
    await page.keyboard.type('Sağ olun');
    await chat.input.blur();
    await chat.send.tap();
    await expect(chat.own).toHaveCount(3);
    await expect(chat.input).not.toBeFocused();
  });

  test('only a login by Enter, with its keyboard, focuses the input', async ({ login, chat }) => {
    await login.open();
    await login.logIn('501234567');
    await expect(chat.input).toBeFocused();
    await chat.logOut();
    await login.type('501234567');
    await login.button.tap();
    await chat.waitUntilConnected();
    await expect(chat.input).not.toBeFocused();
  });

  test('no keyboard hides the input or the last message', async ({ page, chat }) => {
    chat.storeIncoming(...MANY);
    await chat.open();
    await chat.input.tap();
    await page.setViewportSize({ width: 412, height: 420 });
    await chat.expectAtBottom();
    await expect(chat.input).toBeInViewport({ ratio: 1 });
    await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 412, height: 839 });
    await chat.expectAtBottom();
    const inputBottom = async () => (await edges(chat.input)).bottom;
    const windowHeight = await setVisualViewport(page, 420);
    await expect.poll(inputBottom).toBeLessThanOrEqual(420);
    await chat.expectAtBottom();
    expect((await edges(chat.messages.last())).bottom).toBeLessThanOrEqual(420);
    await setVisualViewport(page, windowHeight);
    await expect.poll(inputBottom).toBeGreaterThan(700);
  });

  test('every control is large, nothing overflows at 320 px, and no scroll reloads the page', async ({
    page,
    chat,
    login,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await login.open();
    await login.button.tap();
    await expect(login.error).toBeVisible();
    expect(await smallControls(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    chat.storeIncoming('a'.repeat(300), `https://example.az/${'b'.repeat(300)}`, 'Salam');
    chat.storeOwn('ç'.repeat(300));
    await chat.open();
    await expect(chat.list).toHaveCSS('overscroll-behavior', 'contain');
    // No blue square over a pressed button, and at the end no `:hover` that stays after a tap.
    await expect(chat.attach).toHaveCSS('-webkit-tap-highlight-color', 'rgba(0, 0, 0, 0)');
    expect(await smallControls(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    // A row clips its text (`contain: content`), so only the texts themselves show an overflow.
    const overflows = await chat.messages
      .locator('p')
      .evaluateAll((texts) => texts.map((text) => text.scrollWidth - text.clientWidth));
    expect(overflows).toEqual([0, 0, 0, 0]);
    await chat.attach.tap();
    await expect(chat.attach).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });

  for (const how of ['resizes', 'covers'])
    test(`three lines are visible over a keyboard that ${how} the page`, async ({ page, chat }) => {
      await page.setViewportSize({ width: 360, height: how === 'covers' ? 360 : 180 });
      chat.storeIncoming('bir', 'iki');
      chat.storeOwn('üç');
      chat.storeIncoming('dörd');
      await chat.open();
      if (how === 'covers') await setVisualViewport(page, 180);
      await chat.input.focus();
      for (const text of ['iki', 'üç', 'dörd'].map((text) => chat.list.getByText(text)))
        await expect(text).toBeInViewport({ ratio: 1 });
      for (const control of [chat.logout, chat.attach, chat.input, chat.send])
        await expect(control).toBeInViewport({ ratio: 1 });
      await chat.expectAtBottom();
    });
});

test.describe('Zoom and text spacing', () => {
  // A window of 1280 × 1024 pixels.
  test('400 %: every control is in view without horizontal scrolling, also below images and the strip', async ({
    page,
    chat,
    login,
    provider,
    log,
  }) => {
    log.expectErrors();
    await page.clock.install();
    await page.setViewportSize({ width: 320, height: 256 });
    await login.open();
    await login.button.click();
    await login.error.scrollIntoViewIfNeeded();
    await expect(login.error).toBeInViewport({ ratio: 1 });
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    chat.storeIncoming(...MANY);
    await chat.open();
    await chat.input.fill('bir\niki\nüç\ndörd\nbeş\naltı\nyeddi');
    for (const part of [chat.logout, chat.attach, chat.send, chat.input])
      await expect(part).toBeInViewport({ ratio: 1 });
    expect((await chat.list.boundingBox())?.height).toBeGreaterThan(40);
    await chat.expectAtBottom();
    provider.switches.calls.negotiate = { status: 403 };
    provider.hub.terminate();
    await runClockUntil(chat, DISCONNECTED);
    await expect(chat.reconnect).toBeVisible();
    await dispatch(page, 'drop', [imageFile({ name: 'a.png' }), imageFile({ name: 'b.png' })]);
    await expect(chat.waiting).toHaveCount(2);
    for (const part of [chat.input, chat.send, chat.reconnect])
      await expect(part).toBeInViewport({ ratio: 1 });
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await chat.list.press('Home');
    await chat.reconnect.click({ trial: true });
  });

  test('text with wide spacing is not clipped', async ({ page, chat, login }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const addSpacing = () =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
             word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`,
        );
        document.adoptedStyleSheets = [sheet];
      });
    /** Texts of the elements whose content is larger than their box. */
    const clippedTexts = () =>
      page.locator('h1, h2, p, time, button, label').evaluateAll((elements) =>
        elements
          .filter((element) => !element.closest('.visually-hidden'))
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
          )
          .map(({ textContent }) => textContent),
      );
    await login.open();
    await login.button.click();
    await expect(login.error).toBeVisible();
    await addSpacing();
    expect(await clippedTexts()).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    chat.storeIncoming('Salam! Sizə necə kömək edə bilərəm?');
    await chat.open();
    await addSpacing();
    expect(await clippedTexts()).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
});

test.describe('The chat screen', () => {
  test('cuts a long username and moves nothing in the header', async ({ page, chat, provider }) => {
    const username = 'ə'.repeat(400);
    await page.setViewportSize({ width: 800, height: 700 });
    await chat.open();
    const before = await chat.logout.boundingBox();
    await chat.openWith(provider.tokenFor({ id: 77, username }));
    await chat.waitUntilConnected();
    await expect(chat.header.getByText(username)).toBeVisible();
    expect(await chat.logout.boundingBox()).toEqual(before);
    for (const part of [chat.header.getByText(username), chat.list.getByText(username)])
      expect(await part.evaluate((cut) => cut.scrollWidth > cut.clientWidth)).toBe(true);
    const title = chat.header.getByRole('heading');
    expect(await title.evaluate((text) => text.getClientRects().length)).toBe(1);
    expect((await title.boundingBox())?.width).toBeGreaterThan(150);
  });

  test('keeps its controls out of the safe areas', async ({ page, chat }) => {
    const insets = { top: 50, left: 60, right: 70, bottom: 40 };
    await page.setViewportSize({ width: 700, height: 400 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    chat.storeIncoming('Salam');
    chat.storeOwn('Salam');
    await chat.open();
    const bubble = chat.incoming.locator('> div');
    for (const part of [chat.logout, chat.attach, chat.send, bubble, chat.own.locator('> div')]) {
      const { left, top, right, bottom } = await edges(part);
      expect(left).toBeGreaterThanOrEqual(insets.left);
      expect(top).toBeGreaterThanOrEqual(insets.top);
      expect(right).toBeLessThanOrEqual(700 - insets.right);
      expect(bottom).toBeLessThanOrEqual(400 - insets.bottom);
    }
  });
});
