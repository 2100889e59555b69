import type { Locator, Page } from '@playwright/test';
import { source, type AxeResults, type RunOptions } from 'axe-core';
import { expect } from '../support/browser/fixtures';
import { COLOUR_SCHEMES, DESKTOP, PHONE, STATES, test } from '../support/browser/screenStates';

/** The rules whose result depends on the size of the page or on its colours. */
const LOOK_RULES: RunOptions = { runOnly: ['color-contrast', 'target-size'] };

/** Each colour scheme and each size, with the rules that are checked there: all in the first. */
const LOOKS = [
  ['light', DESKTOP, {}],
  ['light', PHONE, LOOK_RULES],
  ['dark', DESKTOP, LOOK_RULES],
  ['forced colours', DESKTOP, LOOK_RULES],
] as const;

/** The violations that axe finds, each with its element. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** The width of the outline of a control or of one of its ancestors, in px. */
const outlineWidth = (control: Locator) =>
  control.locator('xpath=ancestor-or-self::*').evaluateAll((elements) => {
    const styles = elements.map((element) => getComputedStyle(element));
    return Math.max(...styles.map((style) => parseFloat(style.outlineWidth)));
  });

test.describe('Accessibility', () => {
  for (const state of STATES) {
    test(`axe finds no violation in any colour scheme: ${state}`, async ({ page, show, log }) => {
      log.expectErrors();
      await show(state);
      await page.evaluate(source);
      for (const [scheme, viewport, rules] of LOOKS) {
        await page.setViewportSize(viewport);
        // Without transitions: a colour halfway through one can fail the contrast check.
        await page.emulateMedia({ ...COLOUR_SCHEMES[scheme], reducedMotion: 'reduce' });
        // Forced colours take effect some frames later.
        await expect
          .poll(() => violations(page, rules), `${scheme}, ${viewport.width} px`)
          .toEqual([]);
      }
    });
  }

  test('the accessibility tree has headings, labels and roles', async ({ page, chat, login }) => {
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

  test('every control can be used by keyboard, with an outline', async ({ page, login, chat }) => {
    chat.storeIncoming('https://example.az');
    const expectOutline = async (control: Locator) => {
      await expect(control).toBeFocused();
      expect(await outlineWidth(control)).toBeGreaterThanOrEqual(2);
    };
    await login.open();
    await expectOutline(login.phone);
    await page.keyboard.type('501234567');
    await page.keyboard.press('Tab');
    await expectOutline(login.button);
    await page.keyboard.press('Enter');
    await chat.waitUntilConnected();
    await chat.input.fill('Salam');
    await chat.logout.focus();
    const link = chat.messages.getByRole('link');
    for (const control of [chat.logout, chat.list, link, chat.attach, chat.input, chat.send]) {
      await expectOutline(control);
      if (control !== chat.send) await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await chat.expectTexts('https://example.az', 'Salam');
  });

  test('nothing pulses with reduced motion', async ({ page, chat, provider }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    provider.switches.calls = { negotiate: { end: 'hang' }, messages: { end: 'hang' } };
    await chat.load();
    await expect(chat.connection).toHaveText('Qoşulur...');
    const animated = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map((animation) => (animation as CSSAnimation).animationName),
      );
    await expect.poll(animated).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(async () => (await animated()).length).toBeGreaterThan(1);
    await expect(chat.list.locator('div[aria-hidden]')).toHaveCSS('animation-name', 'pulse');
  });
});
