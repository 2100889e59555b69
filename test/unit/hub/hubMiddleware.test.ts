import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { ConnectionManager } from '../../../src/hub/connectionManager';
import { connectionChanged, connectionSlice } from '../../../src/hub/connectionSlice';
import {
  chatClosed,
  chatOpened,
  connectionSubscribed,
  keystrokeTyped,
  messageAccepted,
  messagesReceived,
  retryRequested,
} from '../../../src/hub/hubActions';
import { createHubMiddleware } from '../../../src/hub/hubMiddleware';
import { TokenError } from '../../../src/hub/hubClient';
import { selectUserId, sessionSlice, sessionStarted } from '../../../src/session/sessionSlice';
import {
  pageCameOnline,
  pageHidden,
  pageShown,
  pageWentOffline,
} from '../../../src/platform/pageEvents';
import { tokenExpired, tokenReplaced } from '../../../src/session/tokenEvents';
import { incoming, own, receivedByUser7, tokenOf } from '../../support/builders/builders';
import {
  captureConsole,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
} from '../../support/console/captureConsole';
import {
  FakeHubClients,
  failsToStart,
  rejectsToken,
  startsAndStops,
  type FakeHubClient,
} from '../../support/fakes/fakeHubClient';
import { memoryTokens } from '../../support/fakes/memoryStorage';
import {
  advanceTime,
  flushPromises,
  manualFrames,
  synchronousFrame,
  TICK,
  useFakeClock,
} from '../../support/time/frames';

useFakeClock();
const output = captureConsole(FAILED_CONNECTION, FAILED_INVOCATION, SKIPPED_PAYLOAD);

const userOf = (id: number) => ({ id, username: '', role: 'user' }) as const;

/**
 * Creates a store with the session of user 7 and no middleware but the hub's.
 * @param prepare called with each new client
 * @returns `actions` are those that have reached the reducers
 */
function makeHubStore(
  prepare: (client: FakeHubClient) => void = startsAndStops,
  { nextFrame = synchronousFrame, token = tokenOf(7) } = {},
) {
  const now = () => Date.now();
  const clients = new FakeHubClients(prepare);
  const actions: UnknownAction[] = [];
  const record: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const services = { tokens: memoryTokens(token), now, uptime: now, nextFrame };
  const reducer = { connection: connectionSlice.reducer, session: sessionSlice.reducer };
  type State = { [Name in keyof typeof reducer]: ReturnType<(typeof reducer)[Name]> };
  const manager = new ConnectionManager(clients.create, now);
  const store = configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware().concat(
        createHubMiddleware<State>(manager, services, selectUserId),
        record,
      ),
  });
  const { dispatch } = store;
  dispatch(sessionStarted(userOf(7)));
  actions.length = 0;
  return {
    dispatch,
    actions,
    clients,
    state: () => store.getState().connection,
    /** All changes of the connection state, in order. */
    states: () => actions.filter(connectionChanged.match).map(({ payload }) => payload),
    /** The texts of all received messages, in order. */
    texts: () =>
      actions
        .filter(messagesReceived.match)
        .flatMap(({ payload }) => payload.messages.map(({ text }) => text)),
    /** Number of actions of a type. */
    count: ({ type }: { type: string }) => actions.filter((action) => action.type === type).length,
  };
}

async function openChat(...options: Parameters<typeof makeHubStore>) {
  const chat = makeHubStore(...options);
  chat.dispatch(chatOpened());
  await flushPromises();
  return chat;
}

const RETRY_TRIGGERS = [
  ['pageCameOnline', pageCameOnline()],
  ['pageShown', pageShown()],
  ['messageAccepted', messageAccepted(own())],
  ['retryRequested', retryRequested()],
] as const;

/** A chat that has stopped retrying. The hub is up again, or rejects the token. */
async function disconnectedChat(next: (client: FakeHubClient) => void = startsAndStops) {
  const chat = await openChat((client) =>
    (chat.clients.created.length > 5 ? next : failsToStart)(client),
  );
  await advanceTime(42_000);
  expect(chat.state()).toBe('Disconnected');
  return chat;
}

describe('the connection', () => {
  test('is opened by chatOpened for the signed-in user, and by no other action', async () => {
    const { dispatch, clients, state } = makeHubStore();
    for (const [, action] of RETRY_TRIGGERS) dispatch(action);
    for (const action of [keystrokeTyped(), pageHidden()]) dispatch(action);
    await advanceTime(60_000);
    expect(clients.created).toEqual([]);
    expect(state()).toBe('Disconnected');
    dispatch(chatOpened());
    await flushPromises();
    expect(clients.created.map(({ userId }) => userId)).toEqual([7]);
    expect(state()).toBe('Connected');
  });

  test('is closed by chatClosed', async () => {
    const { dispatch, clients, states } = await openChat();
    dispatch(chatClosed());
    await flushPromises();
    expect(clients.last.stops).toBe(1);
    expect(states()).toEqual(['Connecting', 'Connected', 'Disconnecting', 'Disconnected']);
  });

  test('belongs to the new user after another user has opened the chat', async () => {
    const { dispatch, clients, texts } = await openChat();
    dispatch(chatClosed());
    dispatch(sessionStarted(userOf(8)));
    dispatch(chatOpened());
    await flushPromises();
    clients.last.events.messageReceived(incoming({ text: 'for 7' }));
    clients.last.events.messageReceived(incoming({ toUserId: 8, text: 'for 8' }));
    expect(texts()).toEqual(['for 8']);
  });

  test('is replaced on pageCameOnline', async () => {
    const { dispatch, clients, states } = await openChat();
    dispatch(pageCameOnline());
    await advanceTime(TICK);
    expect(clients.created.map(({ stops }) => stops)).toEqual([1, 0]);
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
  });

  test('is ended at once on pageWentOffline', async () => {
    const { dispatch, clients, states } = await openChat();
    dispatch(pageWentOffline());
    expect(clients.last.stops).toBe(1);
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting']);
  });

  test.each([
    ['kept', 'pageShown', 0, pageShown(), 1],
    ['kept', 'pageShown', 20_000, pageShown(), 1],
    ['replaced', 'pageShown', 20_001, pageShown(), 2],
    ['kept', 'messageAccepted', 3_600_000, messageAccepted(own()), 1],
  ])('is %s on %s after %d ms of silence', async (_, __, silence, action, connections) => {
    const { dispatch, clients, state } = await openChat();
    clients.last.silence = silence;
    dispatch(action);
    await advanceTime(TICK);
    expect(clients.created).toHaveLength(connections);
    expect(state()).toBe('Connected');
  });
});

describe('after retrying has stopped', () => {
  test.each([...RETRY_TRIGGERS, ['keystrokeTyped', keystrokeTyped()]] as const)(
    'connects again on %s',
    async (_, action) => {
      const { dispatch, states } = await disconnectedChat();
      dispatch(action);
      await flushPromises();
      expect(states()).toEqual(['Connecting', 'Disconnected', 'Connecting', 'Connected']);
    },
  );

  test.each([
    ['messagesReceived', receivedByUser7(incoming())],
    ['pageHidden', pageHidden()],
    ['pageWentOffline', pageWentOffline()],
    ['chatOpened', chatOpened()],
  ])('makes no attempt on %s', async (_, action) => {
    const { dispatch, clients, states } = await disconnectedChat();
    dispatch(action);
    await advanceTime(600_000);
    expect(clients.created).toHaveLength(5);
    expect(states()).toEqual(['Connecting', 'Disconnected']);
  });

  test('makes at most one attempt every 30 s while a rejected customer types', async () => {
    const { dispatch, clients } = await disconnectedChat(rejectsToken);
    for (let second = 0; second < 60; second += 1) {
      dispatch(keystrokeTyped());
      await advanceTime(1_000);
    }
    expect(clients.created).toHaveLength(5 + 2);
  });
});

test('a retry delay ends on retryRequested, and not on keystrokeTyped', async () => {
  const { dispatch, clients } = await openChat(failsToStart);
  await advanceTime(13_000);
  const before = clients.created.length;
  dispatch(keystrokeTyped());
  await flushPromises();
  expect(clients.created).toHaveLength(before);
  dispatch(retryRequested());
  expect(clients.created).toHaveLength(before + 1);
});

describe('a rejected token', () => {
  test.each([
    [1, 0, 'has expired and the hub responds 401', new TokenError(401), 1],
    [0, 0, 'has expired and the hub responds 403', new TokenError(403), 1],
    [0, 0, 'is valid and the hub responds 401', new TokenError(401), 4_000_000_000],
    [0, 0, 'has expired and the hub responds 500', new Error('500'), 1],
    [0, 1, 'is another user’s', new TokenError('foreign'), 1],
  ])('leads to %d tokenExpired and %d tokenReplaced if it %s', async (...example) => {
    const [expired, replaced, , error, exp] = example;
    const chat = await openChat(({ starting }) => starting.reject(error), {
      token: tokenOf(7, exp),
    });
    expect(chat.count(tokenExpired)).toBe(expired);
    expect(chat.count(tokenReplaced)).toBe(replaced);
    chat.dispatch(chatClosed());
  });
});

describe('ReceiveMessage', () => {
  test.each([
    ['a missing payload', undefined, 'no object'],
    ['a payload that is no message', { FromUserId: 1 }, 'fromUserId is no integer'],
  ])(
    'with %s is skipped, the log names the field, and the next message is dispatched',
    async (_, payload, reason) => {
      const { clients, texts } = await openChat();
      clients.last.events.messageReceived(payload);
      expect(output.lines).toEqual([`warn: Skipped a ReceiveMessage payload: ${reason}`]);
      clients.last.events.messageReceived(incoming({ text: 'next' }));
      expect(texts()).toEqual(['next']);
    },
  );

  test('is dispatched at once, and later ones once per frame, with the user’s id', async () => {
    const { nextFrame, draw } = manualFrames();
    const { clients, actions, texts } = await openChat(startsAndStops, { nextFrame });
    for (const text of ['a', 'b', 'c']) clients.last.events.messageReceived(incoming({ text }));
    expect(texts()).toEqual(['a']);
    draw();
    const messages = ['b', 'c'].map((text) => incoming({ text }));
    expect(actions.at(-1)).toEqual(messagesReceived({ userId: 7, messages }));
  });

  test.each([
    ['pageHidden', pageHidden()],
    ['chatClosed', chatClosed()],
    ['chatOpened', chatOpened()],
  ])('is dispatched before %s, which may come before the frame', async (_, action) => {
    const { nextFrame, draw } = manualFrames();
    const { clients, actions, dispatch, count } = await openChat(startsAndStops, { nextFrame });
    for (const text of ['a', 'b']) clients.last.events.messageReceived(incoming({ text }));
    dispatch(action);
    expect(count(messagesReceived)).toBe(2);
    const received = actions.findLastIndex(messagesReceived.match);
    expect(received).toBeLessThan(actions.findLastIndex(({ type }) => type === action.type));
    draw();
    expect(count(messagesReceived)).toBe(2);
  });
});

describe('connectionSubscribed', () => {
  test('is dispatched before the first message of each connection', async () => {
    const { clients, actions, count } = await openChat();
    expect(count(connectionSubscribed)).toBe(0);
    for (let message = 0; message < 2; message += 1)
      clients.last.events.messageReceived(incoming());
    expect(actions.slice(-3).map(({ type }) => type)).toEqual([
      connectionSubscribed.type,
      messagesReceived.type,
      messagesReceived.type,
    ]);
    clients.last.events.closed();
    await advanceTime(TICK);
    clients.last.events.messageReceived(incoming());
    expect(count(connectionSubscribed)).toBe(2);
  });

  test('is dispatched when the connection completes its first SendMessage', async () => {
    const { clients, dispatch, count } = await openChat();
    for (let message = 0; message < 2; message += 1) dispatch(messageAccepted(own()));
    expect(count(connectionSubscribed)).toBe(0);
    for (const { resolve } of clients.last.completions) resolve();
    await flushPromises();
    expect(count(connectionSubscribed)).toBe(1);
  });

  test.each([
    ['fails', false, (client?: FakeHubClient) => client?.completions[0]?.reject('no')],
    [
      'completes on a former connection',
      true,
      (client?: FakeHubClient) => client?.completions[0]?.resolve(),
    ],
  ])('is not dispatched when SendMessage %s', async (_, isClosed, settle) => {
    const { clients, dispatch, count } = await openChat();
    dispatch(messageAccepted(own()));
    if (isClosed) clients.last.events.closed();
    await advanceTime(TICK);
    settle(clients.created[0]);
    await flushPromises();
    expect(count(connectionSubscribed)).toBe(0);
    dispatch(chatClosed());
  });
});

describe('SendMessage', () => {
  test('is invoked before the reducers receive messageAccepted', async () => {
    const { dispatch, clients, actions } = await openChat();
    const order: string[] = [];
    actions.push = () => order.push('reducers');
    clients.last.calls.push = () => order.push('hub');
    dispatch(messageAccepted(own()));
    expect(order).toEqual(['hub', 'reducers']);
  });

  test.each([
    ['undefined', undefined, 'undefined'],
    ['an error with the token', new Error('Bearer s3cret is bad'), 'Error: Bearer *** is bad'],
  ])('may be rejected with %s: the message is listed, the rejection is logged', async (...row) => {
    const [, reason, line] = row;
    const { dispatch, clients, actions } = await openChat();
    dispatch(messageAccepted(own()));
    expect(actions.at(-1)).toEqual(messageAccepted(own()));
    clients.last.completions[0]?.reject(reason);
    await flushPromises();
    expect(output.lines).toEqual([`warn: SendMessage failed: ${line}`]);
    expect(clients.last.calls).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('may never complete: the message is listed, and a timeout is logged after 100 s', async () => {
    const { dispatch, actions } = await openChat();
    dispatch(messageAccepted(own()));
    expect(actions.at(-1)).toEqual(messageAccepted(own()));
    await advanceTime(99_999);
    expect(output.lines).toEqual([]);
    await advanceTime(600_000);
    expect(output.lines).toEqual(['warn: SendMessage failed: timed out']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is neither repeated nor invoked on a client that has closed', async () => {
    const { dispatch, clients } = await openChat();
    dispatch(messageAccepted(own()));
    clients.last.completions[0]?.reject(new Error('Invocation canceled'));
    clients.last.events.closed();
    dispatch(messageAccepted(own()));
    await advanceTime(TICK);
    expect(clients.created.map(({ calls }) => calls.length)).toEqual([1, 0]);
  });

  test('is not invoked while not connected', async () => {
    const { dispatch, clients, actions } = await openChat(() => undefined);
    dispatch(messageAccepted(own()));
    await flushPromises();
    expect(clients.last.calls).toEqual([]);
    expect(actions.at(-1)).toEqual(messageAccepted(own()));
    expect(output.lines).toEqual([]);
    dispatch(chatClosed());
  });
});

describe('SendTyping', () => {
  test('is sent for each keystroke with the user’s id and 1, after it is painted', async () => {
    const { nextFrame, draw } = manualFrames();
    const { dispatch, clients, actions } = await openChat(startsAndStops, { nextFrame });
    const before = actions.length;
    for (let stroke = 0; stroke < 2; stroke += 1) dispatch(keystrokeTyped());
    expect(clients.last.calls).toEqual([]);
    draw();
    const call = ['send', 'SendTyping', 7, 1];
    expect(clients.last.calls).toEqual([call, call]);
    expect(actions).toHaveLength(before);
  });

  test('delays no SendMessage, although it has not completed', async () => {
    const { dispatch, clients } = await openChat();
    dispatch(keystrokeTyped());
    dispatch(messageAccepted(own()));
    expect(clients.last.calls.at(-1)).toEqual(['invoke', 'SendMessage', own()]);
  });

  test('may be rejected: the rejection is logged', async () => {
    const { dispatch, clients, state } = await openChat();
    dispatch(keystrokeTyped());
    clients.last.completions[0]?.reject(new Error('access_token=s3cret is bad'));
    await flushPromises();
    expect(output.lines).toEqual(['warn: SendTyping failed: Error: access_token=*** is bad']);
    expect(state()).toBe('Connected');
  });

  test('is not sent while not connected', async () => {
    const { dispatch, clients } = await openChat(() => undefined);
    dispatch(keystrokeTyped());
    dispatch(chatClosed());
    dispatch(keystrokeTyped());
    await advanceTime(1000);
    expect(clients.last.calls).toEqual([]);
    expect(output.lines).toEqual([]);
  });
});
