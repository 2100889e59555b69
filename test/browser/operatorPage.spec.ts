import path from 'node:path';
import { expect, test } from '../support/browser/fixtures';

const CARD = path.join(__dirname, '../stand-in/operator/images/card-1.png');

test.describe('Operator page', () => {
  test('groups numbers, separates days and links addresses', async ({
    page,
    provider,
    customer,
  }) => {
    await page.clock.setFixedTime('2026-03-05T10:20:00Z');
    const store = (text: string, timestamp: string) =>
      provider.store(customer.id, { text, timestamp });
    store('Köhnə', '2025-03-05T10:00:00');
    store('Dünənki', '2026-03-04T10:00:00.1234567');
    store('Baxın: https://example.az/a?b=1.', '2026-03-05T10:00:00');
    store('Salam', '2026-03-05T10:01:00');
    await page.goto(provider.url);
    await page.getByRole('button', { name: '+994 50 123 45 67' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('+994 50 123 45 67');
    await expect(page.locator('.day')).toHaveText(['5 mart 2025', 'Dünən', 'Bu gün']);
    await expect(page.locator('.bubble')).toHaveCount(4);
    await expect(page.getByRole('log').getByRole('link')).toHaveAttribute(
      'href',
      'https://example.az/a?b=1',
    );
  });

  test('scrolls to the last message when the preview of an image opens', async ({
    page,
    provider,
    customer,
  }) => {
    for (let n = 0; n < 30; n += 1) provider.store(customer.id, { text: `Mesaj ${n}` });
    await page.goto(provider.url);
    await page.getByRole('button', { name: '+994 50 123 45 67' }).click();
    await page.locator('#file').setInputFiles(CARD);
    await expect(page.locator('#preview')).toBeVisible();
    await expect(page.locator('.bubble').last()).toBeInViewport({ ratio: 1 });
  });
});
