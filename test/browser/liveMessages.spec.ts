import { SKIPPED_PAYLOAD } from '../support/console/appLines';
import { expect, test } from '../support/browser/fixtures';
import { uploadImage } from '../support/browser/images';

test.describe('Live messages', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('are appended without a reload', async ({ chat }) => {
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    await chat.say('Necəsiniz?');
    await expect(chat.own).toHaveCount(1);
    chat.operatorSays('Yaxşı');
    await chat.expectTexts('Salam', 'Necəsiniz?', 'Yaxşı');
  });

  test('show an image of the operator', async ({ chat, provider, customer }) => {
    const imageUrl = await uploadImage(provider, customer.token);
    provider.operator.send(customer.id, { imageUrl });
    provider.operator.send(customer.id, { imageUrl: `/${imageUrl}` });
    for (const message of [0, 1]) {
      const image = chat.incoming.nth(message).getByRole('img');
      await expect(image).toHaveAttribute('src', `${provider.url}/${imageUrl}`);
      await expect(image).toHaveJSProperty('naturalWidth', 320);
    }
  });

  test('show two equal texts of the operator as two messages', async ({ chat }) => {
    chat.operatorSays('Bəli');
    chat.operatorSays('Bəli');
    await chat.expectTexts('Bəli', 'Bəli');
  });

  test('show every message of a burst, in order', async ({ chat }) => {
    const burst = Array.from({ length: 150 }, (_, number) => `Mesaj ${number};`);
    burst.forEach((text) => {
      chat.operatorSays(text);
    });
    await expect(chat.messages.last()).toContainText('Mesaj 149;');
    const rows = await chat.readRows();
    expect(rows.map(({ text }) => text)).toEqual(burst);
  });

  test('skip invalid payloads and messages to other users', async ({
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectWarnings(SKIPPED_PAYLOAD);
    const foreign = { fromUserId: 1, toUserId: customer.id + 1, imageUrl: null, timestamp: null };
    provider.push(customer.id);
    provider.push(customer.id, null);
    provider.push(customer.id, 'Salam');
    provider.push(customer.id, { ...foreign, text: 'Başqası' });
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    expect(log.lines.filter((line) => line.includes('not a message'))).toHaveLength(3);
  });

  test('show a message sent in one tab once in each tab', async ({ page, chat, provider }) => {
    provider.switches.broadcastOnSend = true;
    const other = chat.onPage(await page.context().newPage());
    await other.page.goto('/chat');
    await other.waitUntilConnected();
    await chat.say('Salam');
    await other.expectTexts('Salam');
    await expect(other.own).toHaveCount(1);
    chat.operatorSays('Bəli');
    await chat.expectTexts('Salam', 'Bəli');
    await other.expectTexts('Salam', 'Bəli');
  });
});
