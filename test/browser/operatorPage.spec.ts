import path from 'node:path';
import { expect, test } from '../support/browser/fixtures';

const CARD = path.join(__dirname, '../stand-in/operator/card.png');

test('The operator page lists customers, and sends texts and images', async ({
  page,
  provider,
  customer,
}) => {
  const { id: otherId } = provider.customerFor('+994501112233');
  const write = (id: number, text: string) =>
    provider.store(id, { text, fromUserId: id, toUserId: 1 });
  const options = page.getByLabel('Müştəri').getByRole('option');
  const messages = page.getByRole('listitem');
  provider.store(customer.id, { text: 'Xoş gəlmisiniz!' });
  write(customer.id, 'Salam');
  await page.goto(provider.url);
  await expect(messages).toHaveText(['Siz: Xoş gəlmisiniz!', 'Müştəri: Salam']);
  await page.getByLabel('Cavab').fill('Eşi');
  write(otherId, 'Alo');
  write(otherId, 'Alo?');
  await expect(options).toHaveText(['+994501112233 (2): Alo?', '+994501234567 (1): Salam']);
  // Whoever is written to stays selected.
  await page.getByLabel('Şəkil').setInputFiles(CARD);
  await page.getByLabel('Cavab').pressSequentially('dirəm');
  await page.getByLabel('Cavab').press('Enter');
  await expect(options).toHaveText(['+994501112233 (2): Alo?', '+994501234567: Salam']);
  await expect(messages.last()).toHaveText('Siz: Eşidirəm');
  await expect(messages.getByRole('img')).toHaveJSProperty('naturalWidth', 640);
  await expect(page.getByLabel('Cavab')).toHaveValue('');
  expect(provider.conversation(customer.id)).toMatchObject([{}, {}, { text: 'Eşidirəm' }]);
  await page.getByLabel('Müştəri').selectOption(String(otherId));
  await expect(messages).toHaveText(['Müştəri: Alo', 'Müştəri: Alo?']);
});
