import { recordEachTest } from '../../support/devtools/recorder';
import { connectionChanged, selectConnection } from '../../../src/hub/connectionSlice';
import {
  keystrokeTyped,
  sendMessageCompleted,
  messagesReceived,
  retryRequested,
} from '../../../src/hub/hubActions';
import { TokenError } from '../../../src/hub/hubClient';
import { selectVisibleEntries } from '../../../src/messages/messagesSlice';
import { logoutStarted, sessionEnded, sessionStarted } from '../../../src/session/sessionSlice';
import {
  pageCameOnline,
  pageHidden,
  pageResumed,
  pageShown,
  pageSuspended,
  pageWentOffline,
} from '../../../src/platform/pageEvents';
import { incoming, own, sendAccepted, tokenOf } from '../../support/builders/builders';
import {
  captureConsole,
  FAILED_CALL,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
} from '../../support/console/captureConsole';
import {
  FakeHubClients,
  failsToStart,
  failsWith,
  startsAndStops,
} from '../../support/fakes/fakeHubClient';
import { makeChat } from '../../support/stores/makeChat';
import {
  advanceTime,
  flushMicrotasks,
  flushPromises,
  manualFrames,
  TICK,
  fakeClockForEachTest,
} from '../../support/time/frames';

fakeClockForEachTest();
const steps = recordEachTest();
const output = captureConsole(FAILED_CALL, FAILED_CONNECTION, FAILED_INVOCATION, SKIPPED_PAYLOAD);

const userOf = (id: number) => ({ id, username: '', role: 'user' }) as const;

/** Creates the app's store. @param prepare called with each new client of the hub */
function startChat(prepare = startsAndStops, options: Parameters<typeof makeChat>[0] = {}) {
  const clients = new FakeHubClients(prepare);
  const { store, tokens, navigations, services } = makeChat({
    ...options,
    createHubClient: clients.create,
  });
  const state = () => selectConnection(store.getState());
  return {
    dispatch: store.dispatch,
    clients,
    tokens,
    navigations,
    services,
    state,
    /** All changes of the connection state, in order. */
    states: () =>
      steps()
        .map(({ action }) => action)
        .filter(connectionChanged.match)
        .map(({ payload }) => payload),
    /** The texts of the list. */
    texts: () => selectVisibleEntries(store.getState()).map(({ message }) => message.text),
    /** Number of actions of a type. */
    count: ({ type }: { type: string }) =>
      steps().filter(({ action }) => action.type === type).length,
  };
}

async function openChat(...options: Parameters<typeof startChat>) {
  const chat = startChat(...options);
  chat.dispatch(sessionStarted(userOf(7)));
  await flushPromises();
  return chat;
}

const RETRY_TRIGGERS = [
  ['pageCameOnline', pageCameOnline()],
  ['pageShown', pageShown()],
  ['an accepted POST', sendAccepted(own())],
  ['retryRequested', retryRequested()],
] as const;

/** A chat that has stopped retrying. The hub is up again. */
async function disconnectedChat() {
  const chat = await openChat((client) =>
    (chat.clients.created.length > 5 ? startsAndStops : failsToStart)(client),
  );
  await advanceTime(42_000);
  expect(chat.state()).toBe('Disconnected');
  return chat;
}

describe('the connection', () => {
  test('is opened by the session for its user, and by no other action', async () => {
    const { dispatch, clients, tokens, state } = startChat(undefined, { token: null });
    for (const [, action] of RETRY_TRIGGERS) dispatch(action);
    for (const action of [keystrokeTyped(), pageHidden()]) dispatch(action);
    await advanceTime(60_000);
    expect(clients.created).toEqual([]);
    expect(state()).toBe('Disconnected');
    tokens.save(tokenOf(7));
    dispatch(sessionStarted(userOf(7)));
    await flushPromises();
    expect(clients.created.map(({ userId }) => userId)).toEqual([7]);
    expect(state()).toBe('Connected');
  });

  test.each([
    ['logoutStarted', logoutStarted('pressed')],
    ['sessionEnded', sessionEnded()],
    ['pageSuspended', pageSuspended()],
  ])('is closed by %s', async (_, action) => {
    const { dispatch, clients, states } = await openChat();
    dispatch(action);
    await flushPromises();
    expect(clients.last.stops).toBe(1);
    expect(states()).toEqual(['Connecting', 'Connected', 'Disconnecting', 'Disconnected']);
  });

  test.each([
    ['pageResumed', pageResumed()],
    ['retryRequested', retryRequested()],
  ])('of a suspended page is opened again by %s, if somebody is logged in', async (_, action) => {
    const { dispatch, clients, tokens, state } = await openChat();
    dispatch(pageSuspended());
    dispatch(action);
    await flushPromises();
    expect(clients.created).toHaveLength(2);
    expect(state()).toBe('Connected');
    tokens.remove();
    dispatch(sessionEnded());
    dispatch(action);
    await flushPromises();
    expect(clients.created).toHaveLength(2);
  });

  test('belongs to the new user after another user has opened the chat', async () => {
    const { dispatch, clients, texts, tokens } = await openChat();
    dispatch(sessionEnded());
    tokens.save(tokenOf(8));
    dispatch(sessionStarted(userOf(8)));
    await flushPromises();
    clients.last.events.messageReceived(incoming({ text: 'for 7' }));
    clients.last.events.messageReceived(incoming({ toUserId: 8, text: 'for 8' }));
    expect(texts()).toEqual(['for 8']);
  });

  test('is replaced on pageCameOnline, and kept on other events', async () => {
    const { dispatch, clients, states } = await openChat();
    await advanceTime(60_000);
    for (const event of [pageShown(), retryRequested(), sendAccepted(own())]) dispatch(event);
    await advanceTime(TICK);
    expect(clients.created).toHaveLength(1);
    dispatch(pageCameOnline());
    await advanceTime(TICK);
    expect(clients.created.map(({ stops }) => stops)).toEqual([1, 0]);
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
  });

  test('is ended at once on pageWentOffline', async () => {
    const { dispatch, clients, states } = await openChat();
    dispatch(pageWentOffline());
    expect(clients.last.stops).toBe(1);
    await flushMicrotasks();
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting']);
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

  test('makes no attempt on other events', async () => {
    const { dispatch, clients, states } = await disconnectedChat();
    for (const event of [pageHidden(), pageWentOffline(), pageResumed()]) dispatch(event);
    await advanceTime(600_000);
    expect(clients.created).toHaveLength(5);
    expect(states()).toEqual(['Connecting', 'Disconnected']);
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
  await flushPromises();
  expect(clients.created).toHaveLength(before + 1);
});

test.each([
  ['has expired', 'expired', 7],
  ['is another user’s', 'foreign', 8],
] as const)('the chat leaves for the login at once if its token %s', async (_, reason, userId) => {
  const chat = startChat(failsWith(new TokenError(reason)));
  chat.services.drafts.save(7, { text: 'Salam' });
  chat.dispatch(sessionStarted(userOf(7)));
  chat.tokens.save(tokenOf(userId));
  await flushPromises();
  expect(chat.navigations).toEqual(['login']);
  if (userId === 7) expect(chat.services.drafts.read(7).text).toBe('Salam');
});

describe('ReceiveMessage', () => {
  test('with a payload that is no message is skipped, and the log says why', async () => {
    const { clients, texts } = await openChat();
    clients.last.events.messageReceived(undefined);
    expect(output.lines).toEqual(['warn: Skipped a ReceiveMessage payload: no object']);
    expect(texts()).toEqual([]);
  });

  test('is dispatched at once, and later ones once per frame, with the user’s id', async () => {
    const { nextFrame, draw } = manualFrames();
    const { clients, texts } = await openChat(startsAndStops, { nextFrame });
    for (const text of ['a', 'b', 'c']) clients.last.events.messageReceived(incoming({ text }));
    expect(texts()).toEqual(['a']);
    draw();
    const messages = ['b', 'c'].map((text) => incoming({ text }));
    expect(steps().at(-1)?.action).toEqual(messagesReceived({ userId: 7, messages }));
  });
});

test('sendMessageCompleted is dispatched when the same connection completes SendMessage', async () => {
  const { clients, dispatch, count } = await openChat();
  const [former] = clients.created;
  dispatch(sendAccepted(own()));
  expect(count(sendMessageCompleted)).toBe(0);
  former?.completions[0]?.resolve();
  await flushPromises();
  expect(count(sendMessageCompleted)).toBe(1);
  dispatch(sendAccepted(own()));
  former?.events.closed();
  await advanceTime(TICK);
  former?.completions[1]?.resolve();
  await flushPromises();
  expect(count(sendMessageCompleted)).toBe(1);
});

describe('SendMessage', () => {
  test('is invoked before the message is listed', async () => {
    const { dispatch, clients, texts } = await openChat();
    const listed: unknown[] = [];
    clients.last.calls.push = () => listed.push(...texts());
    dispatch(sendAccepted(own()));
    expect([listed, texts()]).toEqual([[], ['Salam']]);
  });

  test('is logged and not repeated if the hub rejects it, and the message is listed all the same', async () => {
    const { dispatch, clients, texts } = await openChat();
    dispatch(sendAccepted(own()));
    clients.last.completions[0]?.reject(new Error('Bearer s3cret is bad'));
    await flushPromises();
    expect(texts()).toEqual(['Salam']);
    expect(output.lines).toEqual(['warn: SendMessage failed: Error: Bearer *** is bad']);
    clients.last.events.closed();
    dispatch(sendAccepted(own()));
    await advanceTime(TICK);
    expect(clients.created.map(({ calls }) => calls.length)).toEqual([1, 0]);
  });

  test('is logged after 100 s if it never completes, and the message is listed at once', async () => {
    const { dispatch, texts } = await openChat();
    dispatch(sendAccepted(own()));
    expect(texts()).toEqual(['Salam']);
    await advanceTime(99_999);
    expect(output.lines).toEqual([]);
    await advanceTime(600_000);
    expect(output.lines).toEqual(['warn: SendMessage failed: Error: timed out']);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('SendTyping', () => {
  test('is sent for each keystroke after it is painted, and delays no SendMessage', async () => {
    const { nextFrame, draw } = manualFrames();
    const { dispatch, clients } = await openChat(startsAndStops, { nextFrame });
    const before = steps().length;
    for (let stroke = 0; stroke < 2; stroke += 1) dispatch(keystrokeTyped());
    expect(clients.last.calls).toEqual([]);
    draw();
    const call = ['send', 'SendTyping', 7, 1];
    expect(clients.last.calls).toEqual([call, call]);
    expect(steps()).toHaveLength(before);
    dispatch(sendAccepted(own()));
    expect(clients.last.calls.at(-1)).toEqual(['invoke', 'SendMessage', own()]);
  });

  test('is logged if the hub rejects it', async () => {
    const { dispatch, clients, state } = await openChat();
    dispatch(keystrokeTyped());
    clients.last.completions[0]?.reject(undefined);
    await flushPromises();
    expect(output.lines).toEqual(['warn: SendTyping failed: undefined']);
    expect(state()).toBe('Connected');
  });
});
