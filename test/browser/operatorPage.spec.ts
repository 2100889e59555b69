import path from 'node:path';
import { expect, test } from '../support/browser/fixtures';

const CARD = path.join(__dirname, '../stand-in/operator/card.png');

test('Operator page sends a text and an image to the selected customer', async ({
  page,
  provider,
  customer,
}) => {
  const { id: otherId } = provider.customerFor('+994501112233');
  provider.store(customer.id, { text: 'Salam', fromUserId: customer.id, toUserId: 1 });
  await page.goto(provider.url);
  await page.getByLabel('Müştəri').selectOption(String(customer.id));
  await expect(page.getByRole('listitem')).toHaveText(['Müştəri: Salam']);
  await page.getByLabel('Şəkil').setInputFiles(CARD);
  await page.getByLabel('Cavab').fill('Budur');
  await page.getByLabel('Cavab').press('Enter');
  await expect(page.getByRole('listitem')).toHaveText(['Müştəri: Salam', 'Siz: Budur']);
  await expect(page.getByRole('listitem').getByRole('img')).toHaveJSProperty('naturalWidth', 640);
  await expect(page.getByLabel('Cavab')).toHaveValue('');
  expect(provider.conversation(otherId)).toEqual([]);
});

test('Operator page lists who wrote last first, with what is unanswered', async ({
  page,
  provider,
  customer,
}) => {
  const { id: otherId } = provider.customerFor('+994501112233');
  const write = (id: number, text: string) =>
    provider.store(id, { text, fromUserId: id, toUserId: 1 });
  const options = page.getByLabel('Müştəri').getByRole('option');
  provider.store(customer.id, { text: 'Xoş gəlmisiniz!' });
  write(customer.id, 'Salam');
  await page.goto(provider.url);
  await page.getByLabel('Cavab').fill('Eşi');
  write(otherId, 'Alo');
  write(otherId, 'Alo?');
  await expect(options).toHaveText(['+994501112233 (2): Alo?', '+994501234567 (1): Salam']);
  // Whoever is written to stays selected.
  await page.getByLabel('Cavab').pressSequentially('dirəm');
  await page.getByLabel('Cavab').press('Enter');
  await expect(options).toHaveText(['+994501112233 (2): Alo?', '+994501234567: Salam']);
  expect(provider.conversation(customer.id)).toMatchObject([{}, {}, { text: 'Eşidirəm' }]);
});
