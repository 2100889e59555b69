import type { Page } from '@playwright/test';
import { source, type AxeResults, type RunOptions } from 'axe-core';
import { expect, test } from '../support/browser/fixtures';
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
      await open({ page, login, chat, provider, customer });
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

  test('every control can be reached and used by keyboard', async ({ page, login, chat }) => {
    await login.open();
    await expect(login.phone).toBeFocused();
    await page.keyboard.type('501234567');
    await page.keyboard.press('Tab');
    await expect(login.button).toBeFocused();
    await page.keyboard.press('Enter');
    await chat.waitUntilConnected();
    await chat.logout.focus();
    for (const next of [chat.list, chat.attach, chat.input]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    await page.keyboard.type('Salam');
    await page.keyboard.press('Tab');
    await expect(chat.send).toBeFocused();
    await page.keyboard.press('Enter');
    await chat.expectTexts('Salam');
  });

  test('the list can be scrolled by keyboard', async ({ page, chat }) => {
    chat.storeIncoming(...Array.from({ length: 60 }, (_, number) => `Mesaj ${number}`));
    await chat.open();
    await chat.list.focus();
    await page.keyboard.press('Home');
    await expect(chat.messages.first()).toBeInViewport();
    await page.keyboard.press('End');
    await chat.expectAtBottom();
  });

  test('every focused control has an outline', async ({ page, login, chat }) => {
    /** The outline's width in pixels: of the control itself or of an ancestor. */
    const outlineWidth = () =>
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
    await login.open();
    for (const control of [login.phone, login.button]) {
      await expect(control).toBeFocused();
      expect(await outlineWidth()).toBeGreaterThanOrEqual(2);
      await page.keyboard.press('Tab');
    }
    chat.storeIncoming('https://example.az');
    await chat.open();
    await chat.input.fill('Salam');
    await chat.logout.focus();
    const controls = [chat.logout, chat.list, chat.messages.getByRole('link'), chat.attach];
    for (const control of [...controls, chat.input, chat.send]) {
      await expect(control).toBeFocused();
      expect(await outlineWidth()).toBeGreaterThanOrEqual(2);
      await page.keyboard.press('Tab');
    }
  });
});
