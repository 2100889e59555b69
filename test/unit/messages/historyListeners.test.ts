import { api } from '../../../src/api/api';
import { selectVisibleEntries } from '../../../src/messages/messagesSlice';
import type { Message } from '../../../src/contract/message';
import { connectionChanged } from '../../../src/hub/connectionSlice';
import {
  messagesReceived,
  retryRequested,
  sendMessageCompleted,
} from '../../../src/hub/hubActions';
import type { Fetch } from '../../../src/api/fetch';
import { checkSession } from '../../../src/session/sessionThunks';
import {
  pageCameOnline,
  pageHidden,
  pageResumed,
  pageShown,
  pageSuspended,
} from '../../../src/platform/pageEvents';
import { incoming, own, respond, tokenOf } from '../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../support/console/captureConsole';
import { makeChat, sendText } from '../../support/stores/makeChat';
import {
  advanceTime,
  flushPromises,
  HOUR,
  moveClock,
  TICK,
  fakeClockForEachTest,
} from '../../support/time/frames';

captureConsole(FAILED_CALL);
fakeClockForEachTest();

/** Bounds of the random delay before a history is fetched again, in ms. */
const MIN_DELAY = 3_000;
const MAX_DELAY = 7_000;
/** Delay before a failed history is fetched again, in ms. */
const FIRST_RETRY = 5_000;
/** Time until the provider responds, in ms. */
const LATENCY = 100;
/** Longer than any delay, in ms. */
const LONG = 600_000;

const respondWith = (status: number) => () => respond({ status });
const lose = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** The hub serves the connection: it delivers messages of this user. */
const firstSign = () => messagesReceived({ userId: 7, messages: [] });

/** Creates a chat of user 7 with a provider that stores each POST, and checks the session. */
function startChat() {
  const stored: Message[] = [];
  const succeed = () => respond({ body: JSON.stringify(stored) });
  const provider = {
    stored,
    /** Paths of the history requests. */
    paths: [] as string[],
    history: succeed,
    post: respondWith(200),
  };
  const fetch: Fetch = async (url, init) => {
    const isHistory = url.includes('/messages/');
    const answer = isHistory ? provider.history : provider.post;
    if (isHistory) provider.paths.push(new URL(url).pathname);
    if (url.endsWith('/send')) stored.push(JSON.parse(init.body as string) as Message);
    await new Promise((resolve) => setTimeout(resolve, LATENCY));
    return answer();
  };
  const chat = makeChat({ token: tokenOf(7), fetch });
  chat.store.dispatch(checkSession());
  return {
    ...chat,
    provider,
    succeed,
    /** Returns the number of fetches since the last call. */
    takeFetches: () => provider.paths.splice(0).length,
    texts: () => selectVisibleEntries(chat.store.getState()).map(({ message }) => message.text),
  };
}

/** Waits until all responses have arrived. */
const receiveResponses = () => advanceTime(LATENCY + TICK);

/** Opens a chat that is connected. Its first history has arrived. */
async function openChat() {
  const chat = startChat();
  await receiveResponses();
  chat.takeFetches();
  const receiveFirstSign = async () => {
    chat.store.dispatch(firstSign());
    await receiveResponses();
  };
  const refetch = async () => {
    chat.store.dispatch(pageResumed());
    await receiveResponses();
    chat.takeFetches();
  };
  return { ...chat, receiveFirstSign, refetch };
}

/** Opens a chat whose connection is subscribed. No fetch is pending or due. */
async function openSubscribedChat() {
  const chat = await openChat();
  await chat.receiveFirstSign();
  chat.takeFetches();
  return chat;
}

describe('the history of a connection', () => {
  test('is fetched when the chat opens, when a lost connection is up again, at the first sign of each subscription, and then never', async () => {
    const { provider, clients, store } = startChat();
    await receiveResponses();
    expect(provider.paths).toEqual(['/api/66/messages/7']);
    store.dispatch(firstSign());
    await receiveResponses();
    expect(provider.paths).toHaveLength(2);
    clients.last.events.closed();
    await receiveResponses();
    expect(clients.created).toHaveLength(2);
    expect(provider.paths).toHaveLength(3);
    store.dispatch(sendMessageCompleted());
    await receiveResponses();
    expect(provider.paths).toHaveLength(4);
    for (const state of ['Disconnecting', 'Disconnected', 'Connecting', 'Reconnecting'] as const) {
      store.dispatch(connectionChanged(state));
    }
    await advanceTime(LONG);
    expect(provider.paths).toHaveLength(4);
  });

  test('is fetched at once when a connection that was given up is up again', async () => {
    const { store, takeFetches } = await openSubscribedChat();
    for (const state of ['Reconnecting', 'Disconnected', 'Connecting', 'Connected'] as const) {
      expect(takeFetches()).toBe(0);
      store.dispatch(connectionChanged(state));
      await flushPromises();
    }
    expect(takeFetches()).toBe(1);
  });

  test('is fetched once when the chat opens again', async () => {
    const { store, clients, takeFetches } = await openSubscribedChat();
    store.dispatch(pageSuspended());
    await flushPromises();
    store.dispatch(pageResumed());
    await receiveResponses();
    expect(clients.created).toHaveLength(2);
    expect(takeFetches()).toBe(1);
  });

  test('is fetched 3 to 7 s after Connected without a sign of the subscription, and then never', async () => {
    const { takeFetches, receiveFirstSign } = await openChat();
    await advanceTime(MIN_DELAY - LATENCY - 2 * TICK);
    expect(takeFetches()).toBe(0);
    await advanceTime(MAX_DELAY - MIN_DELAY + LATENCY);
    expect(takeFetches()).toBe(1);
    await receiveFirstSign();
    expect(takeFetches()).toBe(0);
  });

  test('is not fetched after the chat is closed, and no timer is left', async () => {
    const { store, takeFetches } = await openChat();
    store.dispatch(pageSuspended());
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a history that lacks the newest message of the list', () => {
  const live = incoming({ text: 'live', timestamp: '2026-03-05T10:00:01.000Z' });
  const published = incoming({ text: 'published' });

  test('is fetched once more 3 to 7 s later, which shows what was missed', async () => {
    const { clients, provider, takeFetches, receiveFirstSign, texts } = await openChat();
    clients.last.events.messageReceived(live);
    await receiveFirstSign();
    takeFetches();
    provider.stored.push(published, live);
    await advanceTime(MIN_DELAY - 2 * TICK);
    expect(takeFetches()).toBe(0);
    await advanceTime(MAX_DELAY - MIN_DELAY + LATENCY);
    expect(texts()).toEqual(['published', 'live']);
    await advanceTime(LONG);
    expect(takeFetches()).toBe(1);
  });

  test('is fetched only once more if it still lacks the message', async () => {
    const { clients, takeFetches, receiveFirstSign } = await openChat();
    clients.last.events.messageReceived(live);
    await receiveFirstSign();
    takeFetches();
    await advanceTime(LONG);
    expect(takeFetches()).toBe(1);
  });

  test('is not fetched once more after another request has begun', async () => {
    const { clients, provider, takeFetches, receiveFirstSign, store } = await openChat();
    clients.last.events.messageReceived(live);
    await receiveFirstSign();
    provider.stored.push(live);
    store.dispatch(pageResumed());
    takeFetches();
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
  });
});

describe('a failed history', () => {
  test.each<[string, () => Promise<Response>]>([
    ['a 404', respondWith(404)],
    ['a lost response', lose],
    ['a 401 for a token that has not expired', respondWith(401)],
  ])('after %s is fetched again once, 5 s later', async (_, failure) => {
    const { provider, succeed, takeFetches, refetch } = await openSubscribedChat();
    provider.history = failure;
    await refetch();
    provider.history = succeed;
    await advanceTime(FIRST_RETRY - 2 * TICK);
    expect(takeFetches()).toBe(0);
    await advanceTime(LONG);
    expect(takeFetches()).toBe(1);
  });

  test.each([
    ['has expired', tokenOf(7, 1), 1],
    ['is another user’s, for which no request is made', tokenOf(8), 0],
  ])('is not fetched again if the token %s', async (_, token, requests) => {
    const { provider, tokens, store, navigations, takeFetches } = await openSubscribedChat();
    provider.history = respondWith(401);
    tokens.save(token);
    store.dispatch(pageResumed());
    await receiveResponses();
    const before = navigations.length;
    await advanceTime(LONG);
    expect([takeFetches(), navigations.length]).toEqual([requests, before]);
  });

  test('is not fetched again if a later request, already pending, succeeds', async () => {
    const { provider, succeed, store, takeFetches } = await openSubscribedChat();
    provider.history = respondWith(503);
    store.dispatch(pageResumed());
    await advanceTime(LATENCY / 2);
    provider.history = succeed;
    store.dispatch(pageResumed());
    await advanceTime(LONG);
    expect(takeFetches()).toBe(2);
  });

  test('is fetched with a delay that doubles up to 2 min, and that a success resets', async () => {
    const { provider, succeed, takeFetches, refetch } = await openSubscribedChat();
    provider.history = respondWith(503);
    await refetch();
    for (const seconds of [5, 10, 20, 40, 80, 120, 120]) {
      await advanceTime(seconds * 1_000 - LATENCY);
      expect(takeFetches()).toBe(0);
      await advanceTime(2 * LATENCY + TICK);
      expect(takeFetches()).toBe(1);
    }
    provider.history = succeed;
    await refetch();
    provider.history = respondWith(503);
    await refetch();
    await advanceTime(FIRST_RETRY);
    expect(takeFetches()).toBe(1);
  });

  test('is not fetched again if another request has begun since', async () => {
    const { provider, succeed, takeFetches, refetch } = await openSubscribedChat();
    provider.history = respondWith(503);
    await refetch();
    provider.history = succeed;
    await refetch();
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
  });

  test('is not fetched again after the chat is closed', async () => {
    const { store, provider, takeFetches, refetch } = await openSubscribedChat();
    provider.history = respondWith(503);
    await refetch();
    store.dispatch(pageSuspended());
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
  });
});

test('without a connection, the history is fetched after an accepted POST and at the strip’s button', async () => {
  const { store, takeFetches } = await openSubscribedChat();
  void store.dispatch(sendText('Salam'));
  await receiveResponses();
  expect(takeFetches()).toBe(0);
  for (const state of ['Reconnecting', 'Disconnected'] as const) {
    store.dispatch(connectionChanged(state));
    void store.dispatch(sendText('Salam'));
    await receiveResponses();
    expect(takeFetches()).toBe(1);
    store.dispatch(retryRequested());
    expect(takeFetches()).toBe(1);
  }
});

describe('a failed POST', () => {
  test.each([
    ['a lost response', lose],
    ['a 408', respondWith(408)],
    ['a 500', respondWith(500)],
  ])('with %s makes the history show the stored message', async (_, failure) => {
    const { store, provider, takeFetches, texts } = await openSubscribedChat();
    provider.post = failure;
    void store.dispatch(sendText('salam'));
    await receiveResponses();
    await receiveResponses();
    expect(texts()).toEqual(['salam']);
    await advanceTime(LONG);
    expect(takeFetches()).toBe(1);
  });

  test('with a 400 fetches nothing', async () => {
    const { store, provider, takeFetches } = await openSubscribedChat();
    provider.post = respondWith(400);
    void store.dispatch(api.endpoints.send.initiate(own()));
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
  });

  /** Sends a text whose POST response is lost, to a provider whose history lags. */
  async function openWithPending() {
    const chat = await openSubscribedChat();
    const { store, provider, succeed, takeFetches, texts } = chat;
    const catchUp = () => {
      provider.history = succeed;
    };
    provider.post = lose;
    provider.history = () => respond({ body: '[]' });
    void store.dispatch(sendText('salam'));
    await receiveResponses();
    await receiveResponses();
    expect([takeFetches(), texts()]).toEqual([1, []]);
    return { ...chat, catchUp };
  }

  test('fetches the history once more 3 to 7 s later, if the first one lags behind the POST', async () => {
    const { catchUp, takeFetches, texts } = await openWithPending();
    catchUp();
    await advanceTime(MIN_DELAY - LATENCY - 3 * TICK);
    expect(takeFetches()).toBe(0);
    await advanceTime(MAX_DELAY - MIN_DELAY + 2 * LATENCY);
    expect([takeFetches(), texts()]).toEqual([1, ['salam']]);
  });

  test('fetches the history when the network is back, and again when the hub is', async () => {
    const { catchUp, store, provider, takeFetches, texts } = await openWithPending();
    provider.history = lose;
    await advanceTime(LONG);
    takeFetches();
    catchUp();
    store.dispatch(pageCameOnline());
    expect(takeFetches()).toBe(1);
    await receiveResponses();
    expect([takeFetches(), texts()]).toEqual([1, ['salam']]);
  });

  test('fetches nothing after the chat is closed, and leaves no timer', async () => {
    const { store, takeFetches } = await openWithPending();
    store.dispatch(pageSuspended());
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});

test.each([
  [30_000, 0, 'runs on', 0],
  [30_001, 1, 'runs on', 0],
  [30_001, 1, 'is set back', -HOUR],
  [1_000, 1, 'advances and no timer does, because the device sleeps', HOUR],
])(
  'a page that was hidden for %d ms fetches the history %d times if the clock %s',
  async (...row) => {
    const [hidden, expected, , change] = row;
    const { store, takeFetches } = await openSubscribedChat();
    store.dispatch(pageHidden());
    moveClock(change);
    await advanceTime(hidden);
    store.dispatch(pageShown());
    await flushPromises();
    expect(takeFetches()).toBe(expected);
  },
);

describe('a live message of the operator that equals a shown one', () => {
  test('is shown after one history, if the operator has sent it twice within a second', async () => {
    const { store, provider, takeFetches, texts } = await openSubscribedChat();
    const receive = () =>
      store.dispatch(messagesReceived({ userId: 7, messages: [incoming({ text: '?' })] }));
    provider.stored.push(incoming({ text: '?' }), incoming({ text: '?' }));
    receive();
    await advanceTime(MAX_DELAY);
    expect(takeFetches()).toBe(0);
    receive();
    await advanceTime(MIN_DELAY - TICK);
    // A further copy does not delay the fetch.
    receive();
    expect(texts()).toEqual(['?']);
    await advanceTime(MAX_DELAY - MIN_DELAY + LATENCY + 2 * TICK);
    expect(texts()).toEqual(['?', '?']);
    await advanceTime(LONG);
    expect(takeFetches()).toBe(1);
  });

  test('is not asked about if a history is requested meanwhile', async () => {
    const { store, refetch, takeFetches } = await openSubscribedChat();
    const messages = [incoming(), incoming()];
    store.dispatch(messagesReceived({ userId: 7, messages }));
    await refetch();
    await advanceTime(LONG);
    // The history is empty, so it lags behind the live message.
    expect(takeFetches()).toBe(1);
  });

  test('fetches nothing if it is an echo', async () => {
    const { store, takeFetches } = await openSubscribedChat();
    void store.dispatch(sendText('Sağ olun'));
    await receiveResponses();
    takeFetches();
    const { entries } = store.getState().messages;
    const echo = entries.at(-1)?.message ?? own();
    store.dispatch(messagesReceived({ userId: 7, messages: [echo, incoming()] }));
    await advanceTime(LONG);
    expect(takeFetches()).toBe(0);
  });
});
