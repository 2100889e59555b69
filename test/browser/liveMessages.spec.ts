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
});
