import { browserOnline, pageHidden, pageShown } from '../../../src/common/pageEvents';
import { chatClosed, chatOpened, messageSent, typed } from '../../../src/provider/hub';
import { pass, settle, useClock } from '../../support/clock';
import { FakeHubs, willing, type FakeHub } from '../../support/fakeHub';
import { makeHubStore } from '../../support/hubStore';
import { keepConsole } from '../../support/keepConsole';
import { incoming, own } from '../../support/messages';

useClock();
const output = keepConsole();

function makeChat(prepare: (hub: FakeHub) => void = willing) {
  const hubs = new FakeHubs(prepare);
  return { ...makeHubStore(hubs.create), hubs };
}

async function connected() {
  const chat = makeChat();
  chat.dispatch(chatOpened(7));
  await settle();
  return chat;
}

describe('the connection', () => {
  test('is not made before a user is known', async () => {
    const { dispatch, hubs, state } = makeChat();
    for (const event of [typed(), messageSent(own()), pageHidden(), pageShown(), browserOnline()]) {
      dispatch(event);
    }
    await pass(60_000);
    expect(hubs.made).toEqual([]);
    expect(state()).toBe('Disconnected');
  });

  test('is made once the chat opens, for its user', async () => {
    const { dispatch, hubs, state } = makeChat();
    dispatch(chatOpened(7));
    await settle();
    expect(hubs.made.map(({ userId }) => userId)).toEqual([7]);
    expect(state()).toBe('Connected');
  });

  test('is stopped when the chat closes', async () => {
    const { dispatch, hubs, state } = await connected();
    dispatch(chatClosed());
    await settle();
    expect(hubs.last.stops).toBe(1);
    expect(state()).toBe('Disconnected');
  });

  test('is one only, where the screen is mounted, unmounted and mounted again', async () => {
    const { dispatch, hubs } = makeChat();
    for (const event of [chatOpened(7), chatClosed(), chatOpened(7)]) dispatch(event);
    await settle();
    expect(hubs.made).toHaveLength(1);
    expect(hubs.last.stops).toBe(0);
  });
});

describe('messages that arrive', () => {
  test('of the former user are ignored after another one has opened the chat', async () => {
    const { dispatch, hubs, texts } = await connected();
    const former = hubs.last;
    dispatch(chatOpened(8));
    await settle();
    former.events.received(incoming({ text: 'for 7' }));
    hubs.last.events.received(incoming({ text: 'for 7 again' }));
    hubs.last.events.received(incoming({ toUserId: 8, text: 'for 8' }));
    expect(texts()).toEqual(['for 8']);
  });
});

describe('a message that was sent', () => {
  test('is told to the hub once, as it is', async () => {
    const { dispatch, hubs } = await connected();
    dispatch(messageSent(own()));
    expect(hubs.last.calls).toEqual([['invoke', 'SendMessage', own()]]);
    hubs.last.answers[0]?.resolve();
    await pass(600_000);
    expect(hubs.last.calls).toHaveLength(1);
    expect(output.lines).toEqual([]);
  });

  test('is told to the hub before it reaches the list', async () => {
    const { dispatch, hubs, actions } = await connected();
    const hub = hubs.last;
    const order: string[] = [];
    const push = actions.push.bind(actions);
    actions.push = (...added) => {
      order.push('list');
      return push(...added);
    };
    const calls = hub.calls.push.bind(hub.calls);
    hub.calls.push = (...added) => {
      order.push('hub');
      return calls(...added);
    };
    dispatch(messageSent(own()));
    expect(order).toEqual(['hub', 'list']);
  });

  test.each([
    ['an error', new Error('Method does not exist.'), 'Error: Method does not exist.'],
    ['a text', 'Not in the OPEN state', 'Not in the OPEN state'],
    ['nothing', undefined, 'undefined'],
    ['the token in its words', new Error('Bearer s3cret is bad'), 'Error: Bearer *** is bad'],
  ])(
    'reaches the list although the hub fails with %s, which is logged',
    async (_, reason, line) => {
      const { dispatch, hubs, actions } = await connected();
      dispatch(messageSent(own()));
      expect(actions.at(-1)).toEqual(messageSent(own()));
      hubs.last.answers[0]?.reject(reason);
      await settle();
      expect(output.lines).toEqual([`warn: SendMessage failed: ${line}`]);
      expect(hubs.last.calls).toHaveLength(1);
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  test('reaches the list although the hub never answers, which is logged after 100 seconds', async () => {
    const { dispatch, actions } = await connected();
    dispatch(messageSent(own()));
    expect(actions.at(-1)).toEqual(messageSent(own()));
    await pass(99_999);
    expect(output.lines).toEqual([]);
    await pass(600_000);
    expect(output.lines).toEqual(['warn: The hub has not answered SendMessage.']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is not told to the hub again after the line has dropped', async () => {
    const { dispatch, hubs } = await connected();
    dispatch(messageSent(own()));
    hubs.last.answers[0]?.reject(new Error('Invocation canceled'));
    hubs.last.events.closed();
    await settle();
    expect(hubs.made).toHaveLength(2);
    expect(hubs.last.calls).toEqual([]);
  });

  test('is not told to a hub that is not there', async () => {
    const { dispatch, hubs, actions } = makeChat(() => undefined);
    dispatch(chatOpened(7));
    await settle();
    dispatch(messageSent(own()));
    await settle();
    expect(hubs.last.calls).toEqual([]);
    expect(actions.at(-1)).toEqual(messageSent(own()));
    expect(output.lines).toEqual([]);
  });

  test('is not told to a hub that has just been closed', async () => {
    const { dispatch, hubs } = await connected();
    const former = hubs.last;
    former.events.closed();
    dispatch(messageSent(own()));
    expect(former.calls).toEqual([]);
  });
});

describe('a keystroke', () => {
  test('is told to the hub each time, with sender and 1, and nothing waits for it', async () => {
    const { dispatch, hubs } = await connected();
    for (let stroke = 0; stroke < 5; stroke += 1) dispatch(typed());
    dispatch(messageSent(own()));
    expect(hubs.last.calls).toEqual([
      ...Array<unknown>(5).fill(['send', 'SendTyping', 7, 1]),
      ['invoke', 'SendMessage', own()],
    ]);
  });

  test('never reaches the reducers', async () => {
    const { dispatch, actions } = await connected();
    const before = actions.length;
    expect(dispatch(typed())).toEqual(typed());
    expect(actions).toHaveLength(before);
  });

  test.each([
    ['an error', new Error('down'), 'Error: down'],
    ['a text', 'Connection stopped.', 'Connection stopped.'],
    ['the token in its words', 'access_token=s3cret', 'access_token=***'],
  ])('that fails with %s is logged and harms nothing', async (_, reason, line) => {
    const { dispatch, hubs, state } = await connected();
    dispatch(typed());
    hubs.last.answers[0]?.reject(reason);
    await settle();
    expect(output.lines).toEqual([`warn: SendTyping failed: ${line}`]);
    expect(state()).toBe('Connected');
  });

  test('is told to nobody while not connected', async () => {
    const { dispatch, hubs } = makeChat(() => undefined);
    dispatch(chatOpened(7));
    await settle();
    dispatch(typed());
    dispatch(chatClosed());
    dispatch(typed());
    await pass(1000);
    expect(hubs.last.calls).toEqual([]);
    expect(output.lines).toEqual([]);
  });

  test('is of the user whose chat is open', async () => {
    const { dispatch, hubs } = await connected();
    dispatch(chatOpened(8));
    await settle();
    dispatch(typed());
    expect(hubs.last.calls).toEqual([['send', 'SendTyping', 8, 1]]);
  });
});
