import { expect, test } from './fixtures';
import { hold } from './hold';

test('while the history loads the screen says so, then it shows the messages', async ({
  page,
  chat,
  customer,
  provider,
}) => {
  chat.stored('birinci');
  chat.storedOwn('ikinci');
  const answer = await hold(page, '**/api/66/messages/*');
  await chat.openWith(customer.token);
  await answer.asked;
  await expect(chat.loading).toBeVisible();
  await expect(chat.messages).toHaveCount(0);
  answer.release();
  await chat.shows('birinci', 'ikinci');
  await expect(chat.loading).toBeHidden();
  expect(provider.ledger.requests('messages')[0]).toMatchObject({
    method: 'GET',
    path: `/api/66/messages/${customer.id}`,
    token: 'header',
    status: 200,
  });
});

test('the history keeps the order in which it came, whatever its times say', async ({
  chat,
  provider,
  customer,
}) => {
  provider.store(customer.id, { text: 'birinci', timestamp: '2025-03-05T12:00:00' });
  provider.store(customer.id, { text: 'ikinci', timestamp: '2025-03-04T12:00:00' });
  await chat.open();
  chat.operatorSays('üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
});

test('what comes between the first history and the connection is not lost', async ({
  page,
  chat,
  customer,
}) => {
  const negotiation = await hold(page, '**/chatHub66/negotiate?*');
  chat.stored('birinci');
  await chat.openWith(customer.token);
  await chat.shows('birinci');
  await negotiation.asked;
  chat.stored('ikinci');
  negotiation.release();
  await chat.shows('birinci', 'ikinci');
  await expect(chat.loading).toBeHidden();
});

test('what comes live while the history loads follows it, once', async ({
  page,
  chat,
  customer,
}) => {
  chat.stored('birinci');
  const answer = await hold(page, '**/api/66/messages/*');
  await chat.openWith(customer.token);
  await expect(chat.connection).toHaveText('Qoşulub');
  chat.operatorSays('ikinci');
  await chat.shows('ikinci');
  answer.release();
  await chat.shows('birinci', 'ikinci');
});

test('entries that are no message are skipped, and those of others not shown', async ({
  chat,
  provider,
  customer,
  log,
}) => {
  const foreign = { fromUserId: 1, toUserId: customer.id + 1, text: 'Başqası', timestamp: null };
  const body = JSON.stringify([null, 'x', [], {}, foreign, { fromUserId: 1, text: 'Salam' }]);
  provider.switches.calls.messages = { body, contentType: 'application/json' };
  await chat.open();
  await chat.shows('Salam');
  expect(log.lines).toContain('The history holds 4 entries that are no message.');
});
