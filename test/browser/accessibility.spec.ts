import type { Page } from '@playwright/test';
import { source, type AxeResults } from 'axe-core';
import { expect, test } from './fixtures';
import { DESKTOP, LOOKS, PHONE, STATES } from './states';

/** What axe finds wrong with the page, with the places. */
async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(`${source}; axe.run()`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

for (const [state, bring] of Object.entries(STATES)) {
  test(`axe finds nothing on any screen in any colours: ${state}`, async ({
    page,
    login,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    await bring({ page, login, chat, provider, customer });
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      for (const [look, media] of Object.entries(LOOKS)) {
        // A colour that is on its way to another is neither.
        await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
        expect(await violations(page), `${look}, ${String(viewport.width)} px`).toEqual([]);
      }
    }
  });
}

test('everything can be reached and used by keyboard', async ({ page, login, chat }) => {
  await login.open();
  await page.keyboard.type('501234567');
  await page.keyboard.press('Tab');
  await expect(login.button).toBeFocused();
  await page.keyboard.press('Enter');
  await chat.isConnected();
  await chat.logout.focus();
  for (const next of [chat.list, chat.attach, chat.input]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.type('Salam');
  await page.keyboard.press('Tab');
  await expect(chat.send).toBeFocused();
  await page.keyboard.press('Enter');
  await chat.shows('Salam');
});

test('the list can be scrolled by keyboard', async ({ page, chat }) => {
  chat.stored(...Array.from({ length: 60 }, (_, number) => `Mesaj ${number}`));
  await chat.open();
  await chat.list.focus();
  await page.keyboard.press('Home');
  await expect(chat.messages.first()).toBeInViewport();
  await page.keyboard.press('End');
  await chat.isAtBottom();
});

test('whatever has the focus shows it', async ({ page, login, chat }) => {
  /** Where the ring is: on the control itself, or on the frame around it. */
  const ring = () =>
    page.evaluate(() => {
      const widths: number[] = [];
      for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        if (outlineStyle !== 'none') widths.push(parseFloat(outlineWidth));
      }
      return Math.max(0, ...widths);
    });
  await login.open();
  for (const control of [login.phone, login.button]) {
    await expect(control).toBeFocused();
    expect(await ring()).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('Tab');
  }
  chat.stored('https://example.az');
  await chat.open();
  await chat.input.fill('Salam');
  await chat.logout.focus();
  const controls = [chat.logout, chat.list, chat.messages.getByRole('link'), chat.attach];
  for (const control of [...controls, chat.input, chat.send]) {
    await expect(control).toBeFocused();
    expect(await ring()).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('Tab');
  }
});
