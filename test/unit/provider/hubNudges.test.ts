import { browserOnline, pageHidden, pageShown } from '../../../src/common/pageEvents';
import {
  chatClosed,
  chatOpened,
  messagesReceived,
  messageSent,
  typed,
} from '../../../src/provider/hub';
import { pass, settle, useClock } from '../../support/clock';
import { FakeHubs, willing, type FakeHub } from '../../support/fakeHub';
import { makeHubStore } from '../../support/hubStore';
import { keepConsole } from '../../support/keepConsole';
import { incoming, own } from '../../support/messages';

useClock();
keepConsole();

/** A chat on a hub that can be there or not. */
async function openChat({ isUp }: { isUp: boolean }) {
  const server = { isUp };
  const hubs = new FakeHubs((hub: FakeHub) => {
    if (server.isUp) willing(hub);
    hub.starting.reject(new Error('down'));
    hub.stopping.resolve();
  });
  const chat = { ...makeHubStore(hubs.create), hubs, server };
  chat.dispatch(chatOpened(7));
  await settle();
  return chat;
}

/** A chat that has stopped retrying, while the hub is there again. */
async function deaf() {
  const chat = await openChat({ isUp: false });
  await pass(42_000);
  expect(chat.state()).toBe('Disconnected');
  chat.server.isUp = true;
  return chat;
}

const NUDGES = [
  ['the browser comes online', browserOnline()],
  ['the page is shown', pageShown()],
  ['a message was sent', messageSent(own())],
] as const;

describe('after retrying has stopped', () => {
  test.each(NUDGES)('the channel opens anew when %s', async (_, event) => {
    const { dispatch, state, states } = await deaf();
    dispatch(event);
    await settle();
    expect(state()).toBe('Connected');
    expect(states()).toEqual(['Connecting', 'Disconnected', 'Connecting', 'Connected']);
  });

  test.each([
    ['a message arrives', messagesReceived([incoming()])],
    ['the page is hidden', pageHidden()],
    ['the user types', typed()],
    ['the same chat is opened', chatOpened(7)],
  ])('it stays closed when %s', async (_, event) => {
    const { dispatch, hubs, state } = await deaf();
    const before = hubs.made.length;
    dispatch(event);
    await pass(600_000);
    expect(hubs.made).toHaveLength(before);
    expect(state()).toBe('Disconnected');
  });

  test('all events at once make one connection', async () => {
    const { dispatch, hubs, server } = await deaf();
    const before = hubs.made.length;
    server.isUp = true;
    for (const [, event] of NUDGES) dispatch(event);
    await settle();
    expect(hubs.made).toHaveLength(before + 1);
  });

  test.each(NUDGES)('nothing opens when %s and the chat is closed', async (_, event) => {
    const { dispatch, hubs, state } = await deaf();
    dispatch(chatClosed());
    await settle();
    const before = hubs.made.length;
    dispatch(event);
    await settle();
    expect(hubs.made).toHaveLength(before);
    expect(state()).toBe('Disconnected');
  });
});

describe('in a pause between two attempts', () => {
  test.each(NUDGES)('the next attempt is made at once when %s', async (_, event) => {
    const { dispatch, server, state } = await openChat({ isUp: false });
    await pass(13_000);
    server.isUp = true;
    dispatch(event);
    await settle();
    expect(state()).toBe('Connected');
  });
});

describe('while connected', () => {
  test('the connection is replaced when the browser comes online', async () => {
    const { dispatch, hubs, states } = await openChat({ isUp: true });
    const former = hubs.last;
    dispatch(browserOnline());
    await settle();
    expect(former.stops).toBe(1);
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
  });

  test.each([
    [0, 1],
    [20_000, 1],
    [20_001, 2],
    [3_600_000, 2],
  ])(
    'the page is shown after %d ms of silence: connections made so far: %d',
    async (quiet, made) => {
      const { dispatch, hubs, state } = await openChat({ isUp: true });
      hubs.last.quiet = quiet;
      dispatch(pageShown());
      await settle();
      expect(hubs.made).toHaveLength(made);
      expect(state()).toBe('Connected');
    },
  );

  test('a sent message leaves the connection alone', async () => {
    const { dispatch, hubs } = await openChat({ isUp: true });
    hubs.last.quiet = 3_600_000;
    dispatch(messageSent(own()));
    await settle();
    expect(hubs.made).toHaveLength(1);
  });
});
