import { isUsable } from './faults/outage';
import { expect, test } from './fixtures';
import { hubCalls } from './hubCalls';

test('without a connection a message is sent by POST all the same', async ({
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors();
  provider.switches.calls.negotiate = { status: 503 };
  await chat.openWith(customer.token);
  await chat.say('Salam');
  await chat.shows('Salam');
  await expect(chat.input).toHaveValue('');
  expect(provider.conversation(customer.id)).toMatchObject([{ text: 'Salam' }]);
  expect(hubCalls(provider, 'SendMessage')).toEqual([]);
});

const HUB_FAULTS = {
  '[B13] SendMessage is never completed': { never: true },
  '[B14] SendMessage fails': { error: 'Oops' },
  '[B15] the line drops while SendMessage runs': { drop: true, times: 1 },
};
for (const [name, fault] of Object.entries(HUB_FAULTS)) {
  test(`${name}: the message stands, the input is free, nothing is sent again`, async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await page.clock.install();
    chat.stored('birinci');
    provider.switches.invocations['sendmessage'] = fault;
    await chat.open();
    await chat.say('ikinci');
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(1);
    await chat.shows('birinci', 'ikinci');
    await expect(chat.input).toHaveValue('');
    await isUsable(chat);
    await chat.isConnected();
    chat.operatorSays('üçüncü');
    await chat.shows('birinci', 'ikinci', 'üçüncü');
    await page.clock.runFor(10_000);
    expect(hubCalls(provider, 'SendMessage')).toHaveLength(1);
    expect(provider.ledger.requests('send')).toHaveLength(1);
    expect(provider.conversation(customer.id)).toHaveLength(3);
  });
}

test('the echo of an own message is not shown beside it', async ({ chat, provider }) => {
  provider.switches.echo = true;
  provider.switches.broadcastOnSend = true;
  await chat.open();
  await chat.say('Salam');
  await expect.poll(() => provider.ledger.of('delivery')).toHaveLength(2);
  chat.operatorSays('Bəli');
  await chat.shows('Salam', 'Bəli');
});

test('two equal texts sent on purpose are two messages', async ({ chat, provider }) => {
  provider.switches.echo = true;
  await chat.open();
  await chat.say('Salam');
  await chat.shows('Salam');
  await chat.say('Salam');
  await chat.shows('Salam', 'Salam');
});

test('a history with times of the server does not double what was sent', async ({
  chat,
  provider,
}) => {
  provider.switches.restamp = true;
  await chat.open();
  await chat.say('Salam');
  await chat.shows('Salam');
  await chat.isConnectedAfterDrop();
  chat.operatorSays('Bəli');
  await chat.shows('Salam', 'Bəli');
});

test('each keystroke tells the hub once, with the sender and the value 1', async ({
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  await chat.input.pressSequentially('Salam');
  await chat.input.press('Backspace');
  await chat.input.press('ArrowLeft');
  const typed = Array.from({ length: 6 }, () => [customer.id, 1]);
  await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(6);
  await chat.input.press('Enter');
  await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(1);
  expect(hubCalls(provider, 'SendTyping')).toEqual(typed);
});

test('a hub that is slow with typing holds up neither the input nor the message', async ({
  chat,
  provider,
}) => {
  provider.switches.invocations['sendtyping'] = { never: true };
  await chat.open();
  await chat.input.pressSequentially('Salam');
  await chat.input.press('Enter');
  await chat.shows('Salam');
  await expect(chat.input).toBeEnabled();
});
