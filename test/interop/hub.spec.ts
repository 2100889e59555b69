import { expect, test } from './fixtures';

test('a hub method that throws costs neither the message nor the channel', async ({
  chat,
  host,
  customer,
  log,
}) => {
  const { control } = host;
  await chat.openWith(customer.token);
  await chat.isConnected();
  await control.throwIn('SendMessage');
  await chat.say('birinci');
  await chat.shows('birinci');
  const failure =
    "SendMessage failed: Error: An unexpected error occurred invoking 'SendMessage' on the server.";
  await expect.poll(() => log.lines).toContain(failure);
  await control.throwIn('SendTyping');
  await chat.say('ikinci');
  await chat.shows('birinci', 'ikinci');
  await control.operatorSays(customer.id, 'üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
  await chat.isConnected();
  expect(await control.connections()).toHaveLength(1);
});

test('an OnConnectedAsync that throws leaves the chat usable, and is tried again in time', async ({
  chat,
  host,
  customer,
}) => {
  const { control } = host;
  const arrivals = async () =>
    (await control.invocations()).filter(({ target }) => target === 'OnConnectedAsync').length;
  await control.throwIn('OnConnectedAsync');
  await chat.openWith(customer.token);
  await expect.poll(arrivals).toBe(3);
  await chat.say('birinci');
  await chat.shows('birinci');
  await control.throwIn();
  // A message that was sent ends the pause before the next attempt.
  await chat.say('ikinci');
  await chat.isConnected();
  await control.operatorSays(customer.id, 'üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
});
