import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { source, type AxeResults, type RunOptions } from 'axe-core';
import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';
import { colour, contrast } from '../support/browser/screen';
import { COLOUR_SCHEMES, DESKTOP, PHONE, STATES } from '../support/browser/screenStates';

/** The rules whose result depends on the size of the page or on its colours. */
const LOOK_RULES: RunOptions = { runOnly: ['color-contrast', 'target-size'] };

/** The violations that axe finds, each with its element. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** The width of the outline of the focused control or of one of its ancestors, in px. */
const outlineWidth = (page: Page) =>
  page.evaluate(() => {
    const widths: number[] = [];
    let element = document.activeElement;
    while (element && element !== document.body) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle !== 'none') widths.push(parseFloat(outlineWidth));
      element = element.parentElement;
    }
    return Math.max(0, ...widths);
  });

test.describe('Accessibility', () => {
  for (const [state, open] of Object.entries(STATES)) {
    test(`axe finds no violation in any colour scheme: ${state}`, async ({
      page,
      login,
      chat,
      provider,
      customer,
      log,
    }) => {
      log.expectErrors();
      await open({ login, chat, provider, customer });
      // Without transitions: a colour halfway through one can fail the contrast check.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.evaluate(source);
      expect(await violations(page, {}), 'all rules').toEqual([]);
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        for (const [scheme, media] of Object.entries(COLOUR_SCHEMES)) {
          await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
          // Forced colours take effect some frames later.
          await expect
            .poll(() => violations(page, LOOK_RULES), `${scheme}, ${viewport.width} px`)
            .toEqual([]);
        }
      }
    });
  }

  test('the accessibility tree has headings, labels and roles for every part', async ({
    page,
    chat,
    login,
  }) => {
    await login.open();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Telefon nömrənizi daxil edin" [level=1]
      - textbox "Telefon nömrəsi": "+994"
      - button "Daxil ol"
  `);
    chat.storeIncoming('Salam');
    chat.storeOwn('Sağ olun');
    await chat.storeImage();
    await chat.open();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - text: Qoşulub
      - heading "Dəstək Xidməti" [level=1]
      - paragraph: Aktiv operator
      - text: "Nömrəniz: 050 123 45 67"
      - button "Çıxış"
      - status
    - main:
      - log "Mesajlar":
        - heading "Bu gün" [level=2]
        - article:
          - text: "Operator:"
          - paragraph: Salam
          - time: /\\d\\d:\\d\\d/
        - article:
          - text: "Siz:"
          - paragraph: Sağ olun
          - time: /\\d\\d:\\d\\d/
        - article:
          - text: "Operator:"
          - link "Şəkli yeni vərəqdə aç":
            - img "Şəkil"
          - time: /\\d\\d:\\d\\d/
    - form "Mesaj yazın":
      - button "Şəkil əlavə et"
      - textbox "Mesaj"
      - button "Göndər" [disabled]
  `);
  });

  test('every control can be reached and used by keyboard, and has an outline', async ({
    page,
    login,
    chat,
  }) => {
    chat.storeIncoming('https://example.az');
    await login.open();
    await expect(login.phone).toBeFocused();
    expect(await outlineWidth(page)).toBeGreaterThanOrEqual(2);
    await page.keyboard.type('501234567');
    await page.keyboard.press('Tab');
    await expect(login.button).toBeFocused();
    expect(await outlineWidth(page)).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('Enter');
    await chat.waitUntilConnected();
    await chat.input.fill('Salam');
    await chat.logout.focus();
    const link = chat.messages.getByRole('link');
    for (const control of [chat.logout, chat.list, link, chat.attach, chat.input, chat.send]) {
      await expect(control).toBeFocused();
      expect(await outlineWidth(page)).toBeGreaterThanOrEqual(2);
      if (control !== chat.send) await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await chat.expectTexts('https://example.az', 'Salam');
  });

  test('no animation runs with reduced motion', async ({ page, chat, provider }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    provider.switches.calls.negotiate = { end: 'hang' };
    await chat.load();
    await expect(chat.connection).toHaveText('Qoşulur...');
    const countAnimations = () =>
      page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      );
    await expect.poll(countAnimations).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(countAnimations).toBeGreaterThan(0);
  });

  test('the skeleton pulses while messages load', async ({ page, chat, provider }) => {
    provider.switches.calls.messages = { end: 'hang' };
    await chat.load();
    await expect(chat.loading).toBeVisible();
    await expect(chat.list.locator('div[aria-hidden]')).toHaveCSS('animation-name', 'pulse');
    await page.emulateMedia({ forcedColors: 'active' });
    const shape = chat.list.locator('div[aria-hidden] span').first();
    const ground = await colour(chat.list.locator('xpath=../..'), 'background-color');
    expect(contrast(await colour(shape, 'border-top-color'), ground)).toBeGreaterThanOrEqual(3);
  });
});

test.describe('Contrast', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`of bubbles with the background, and of a hint with the card, ${colorScheme}`, async ({
      page,
      login,
      chat,
    }) => {
      await page.emulateMedia({ colorScheme });
      await login.open();
      const card = await colour(page.locator('form'), 'background-color');
      const note = login.note.locator('p');
      const example = await colour(note, 'color');
      await login.type('0');
      await expect(note).toHaveCSS('font-size', '14px');
      const hint = await colour(note, 'color');
      expect(hint).not.toEqual(example);
      expect(contrast(hint, card)).toBeGreaterThanOrEqual(4.5);
      chat.storeIncoming('Salam');
      chat.storeOwn('Sağ olun');
      await chat.open();
      const ground = await colour(chat.list.locator('xpath=../..'), 'background-color');
      for (const message of [chat.incoming, chat.own]) {
        const bubble = await colour(message.locator('> div'), 'background-color');
        expect(contrast(bubble, ground)).toBeGreaterThanOrEqual(1.25);
      }
    });
  }

  test('of the floating date with a dark bubble under it', async ({ page, chat }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    chat.storeIncoming('Salam');
    await chat.open();
    const date = chat.list.locator('xpath=..').locator('> [aria-hidden][data-visible]');
    const chip = await colour(date, 'background-color');
    const bubble = await colour(chat.incoming.locator('> div'), 'background-color');
    expect(contrast(chip, bubble)).toBeGreaterThanOrEqual(1.2);
    expect(contrast(chip, await colour(date, 'color'))).toBeGreaterThanOrEqual(4.5);
  });

  test('in forced colours, of messages, emoji and buttons', async ({ page, chat }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    chat.storeIncoming('👍', 'Salam');
    chat.storeOwn('Sağ olun');
    await chat.open();
    await expect(chat.incoming.first().locator('> div')).toHaveCSS('border-top-width', '0px');
    const incoming = await colour(chat.incoming.last().locator('> div'), 'background-color');
    const own = await colour(chat.own.locator('> div'), 'background-color');
    expect(contrast(own, incoming)).toBeGreaterThanOrEqual(3);
    await expect(chat.send).toHaveCSS('border-top-style', 'dashed');
    await expect(chat.attach).toHaveCSS('border-top-style', 'solid');
    const disabled = await colour(chat.send, 'background-color');
    await chat.input.fill('Salam');
    await expect(chat.send).toHaveCSS('border-top-style', 'solid');
    await expect
      .poll(async () => contrast(await colour(chat.send, 'background-color'), disabled))
      .toBeGreaterThanOrEqual(3);
  });

  test('in forced colours, of the sign-in button, also when busy, with its text and the card', async ({
    page,
    login,
    provider,
  }) => {
    provider.switches.calls.login = { end: 'hang' };
    await page.emulateMedia({ forcedColors: 'active' });
    await login.open();
    const card = await colour(page.locator('form'), 'background-color');
    const expectContrast = async () => {
      const button = await colour(login.button, 'background-color');
      expect(contrast(button, card)).toBeGreaterThanOrEqual(3);
      expect(contrast(button, await colour(login.button, 'color'))).toBeGreaterThanOrEqual(4.5);
    };
    // Otherwise Chromium paints a box of the background colour behind the text.
    await expect(login.button).toHaveCSS('forced-color-adjust', 'none');
    await expectContrast();
    await login.signIn('501234567');
    await expect(login.spinner).toBeVisible();
    await expectContrast();
    // A closed ring would not seem to turn.
    await expect(login.spinner).toHaveCSS('border-right-color', 'rgba(0, 0, 0, 0)');
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`in forced colours, of the sent part of an upload with the rest, ${colorScheme}`, async ({
      page,
      chat,
      provider,
    }) => {
      provider.switches.calls.send = { end: 'hang' };
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await chat.open();
      await chat.pick(imageFile());
      await expect(chat.cancel).toBeDisabled();
      // A copy, because React would set the value of its own bar again.
      await chat.progress.evaluate((bar: HTMLProgressElement) =>
        bar.replaceWith(Object.assign(bar.cloneNode(), { value: 28 })),
      );
      const { data, info } = await sharp(await chat.progress.screenshot({ animations: 'disabled' }))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixel = (share: number) => {
        const x = Math.round(info.width * share);
        const start = (Math.floor(info.height / 2) * info.width + x) * info.channels;
        return [...data.subarray(start, start + 3)];
      };
      expect(contrast(pixel(0.2), pixel(0.5))).toBeGreaterThanOrEqual(3);
    });
});
