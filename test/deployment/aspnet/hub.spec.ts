import { expect, test } from '../../support/deployment/aspnetFixtures';

test.describe('Faults in the hub', () => {
  test('keeps the message and the connection when a hub method throws', async ({
    chat,
    host,
    customer,
    log,
  }) => {
    const { control } = host;
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    await control.throwIn('SendMessage');
    await chat.say('birinci');
    await chat.expectTexts('birinci');
    const failure =
      "SendMessage failed: Error: An unexpected error occurred invoking 'SendMessage' on the server.";
    await expect.poll(() => log.lines).toContain(failure);
    await control.throwIn('SendTyping');
    await chat.say('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    await control.operatorSays(customer.id, 'üçüncü');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
    await chat.waitUntilConnected();
    expect(await control.connections()).toHaveLength(1);
  });

  test('keeps the chat usable and retries when OnConnectedAsync throws', async ({
    chat,
    host,
    customer,
  }) => {
    const { control } = host;
    const connects = async () =>
      (await control.invocations()).filter(({ target }) => target === 'OnConnectedAsync').length;
    await control.throwIn('OnConnectedAsync');
    await chat.openWith(customer.token);
    await expect.poll(connects).toBe(3);
    await chat.say('birinci');
    await chat.expectTexts('birinci');
    await control.throwIn();
    // A successful send ends the delay before the next attempt.
    await chat.say('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    await chat.waitUntilConnected();
    await control.operatorSays(customer.id, 'üçüncü');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
  });
});
