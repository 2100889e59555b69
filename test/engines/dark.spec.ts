import { expect, test } from '../support/engines/fixtures';

test.use({ isDark: true });

test('In a dark system the chat is light on dark', async ({ appTab, provider, customer }) => {
  provider.store(customer.id, { text: 'Salam' });
  await appTab.openChat();
  const brightness = await appTab.tab.evaluate(() => {
    const text = document.querySelector('[role=article] p') ?? document.body;
    const colours = [getComputedStyle(text).color, getComputedStyle(document.body).backgroundColor];
    return colours.map((colour) => {
      const parts = (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
      return parts.reduce((sum, part) => sum + part, 0) / 3;
    });
  }, null);
  expect(brightness[0]).toBeGreaterThan(200);
  expect(brightness[1]).toBeLessThan(60);
});
