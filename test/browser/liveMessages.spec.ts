import { expect, test } from './fixtures';
import { uploaded } from './pictures';

test.beforeEach(async ({ chat }) => {
  await chat.open();
});

test('messages of the operator arrive without a reload, at the end of the list', async ({
  chat,
}) => {
  chat.operatorSays('Salam');
  await chat.shows('Salam');
  await chat.say('Necəsiniz?');
  await expect(chat.own).toHaveCount(1);
  chat.operatorSays('Yaxşı');
  await chat.shows('Salam', 'Necəsiniz?', 'Yaxşı');
});

test('a picture of the operator arrives live', async ({ chat, provider, customer }) => {
  const imageUrl = await uploaded(provider, customer.token);
  provider.operator.send(customer.id, { imageUrl });
  provider.operator.send(customer.id, { imageUrl: `/${imageUrl}` });
  for (const message of [0, 1]) {
    const image = chat.others.nth(message).getByRole('img');
    await expect(image).toHaveAttribute('src', `${provider.url}/${imageUrl}`);
    await expect(image).toHaveJSProperty('naturalWidth', 320);
  }
});

test('two equal texts of the operator are two messages', async ({ chat }) => {
  chat.operatorSays('Bəli');
  chat.operatorSays('Bəli');
  await chat.shows('Bəli', 'Bəli');
});

test('a burst arrives whole and in its order', async ({ chat }) => {
  const burst = Array.from({ length: 150 }, (_, number) => `Mesaj ${number};`);
  burst.forEach((text) => {
    chat.operatorSays(text);
  });
  await expect(chat.messages.last()).toContainText('Mesaj 149;');
  const shown = await chat.readThrough();
  expect(shown.map((text) => text.slice(0, text.indexOf(';') + 1))).toEqual(burst);
});

test('what is no message, or for somebody else, is not shown and breaks nothing', async ({
  chat,
  provider,
  customer,
  log,
}) => {
  const foreign = { fromUserId: 1, toUserId: customer.id + 1, imageUrl: null, timestamp: null };
  provider.push(customer.id);
  provider.push(customer.id, null);
  provider.push(customer.id, 'Salam');
  provider.push(customer.id, { ...foreign, text: 'Başqası' });
  chat.operatorSays('Salam');
  await chat.shows('Salam');
  expect(log.lines.filter((line) => line.includes('no message'))).toHaveLength(3);
});

test('an own message sent in one tab appears in the other, once in each', async ({
  page,
  chat,
  provider,
}) => {
  provider.switches.broadcastOnSend = true;
  const other = chat.on(await page.context().newPage());
  await other.page.goto('/chat');
  await other.isConnected();
  await chat.say('Salam');
  await other.shows('Salam');
  await expect(other.own).toHaveCount(1);
  chat.operatorSays('Bəli');
  await chat.shows('Salam', 'Bəli');
  await other.shows('Salam', 'Bəli');
});
