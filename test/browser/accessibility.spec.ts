import type { Page } from '@playwright/test';
import { source, type AxeResults } from 'axe-core';
import { expect, test } from './fixtures';
import { uploaded } from './pictures';

/** What axe finds wrong with the page, with the places. */
async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(`${source}; axe.run()`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the login screen, with an error and while busy', async ({
      page,
      login,
      provider,
    }) => {
      await login.open();
      expect(await violations(page)).toEqual([]);
      await login.button.click();
      await expect(login.error).toBeVisible();
      expect(await violations(page)).toEqual([]);
      provider.switches.calls.login = { end: 'hang' };
      await login.type('501234567');
      await login.button.click();
      await expect(login.spinner).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing on the chat screen: loading, empty, full and sending', async ({
      page,
      chat,
      provider,
      customer,
    }) => {
      provider.switches.calls.messages = [{ end: 'hang', times: 1 }];
      provider.switches.calls.negotiate = { end: 'hang', times: 1 };
      await chat.openWith(customer.token);
      await expect(chat.loading).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await chat.open();
      expect(await violations(page)).toEqual([]);
      chat.operatorSays('Salam, https://example.az');
      await chat.say('Sağ olun, https://example.az');
      const imageUrl = await uploaded(provider, customer.token);
      provider.operator.send(customer.id, { imageUrl });
      await expect(chat.messages).toHaveCount(3);
      expect(await violations(page)).toEqual([]);
      provider.switches.calls.send = { end: 'hang' };
      await chat.say('Salam');
      await expect(chat.input).toBeDisabled();
      expect(await violations(page)).toEqual([]);
    });
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
