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
        await page.emulateMedia(media);
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
