import { connectionChanged } from '../../../../src/realtime/connectionSlice';
import { checkSession } from '../../../../src/session/sessionThunks';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import { chatClosed, chatOpened } from '../../../../src/realtime/hubActions';
import { selectIsLoading } from '../../../../src/chat/messagesSlice';
import { pageHidden, pageShown } from '../../../../src/shared/pageEvents';
import { openConversation, isIdle, makeChat, waitForState } from '../../../support/stores/makeChat';
import { tokenOf, incoming } from '../../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../../support/console/captureConsole';
import { useRestServer } from '../../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole(FAILED_CALL);
/** Paths of the history requests. */
const historyPaths = () =>
  server()
    .requestsTo('messages')
    .map(({ path }) => path);

describe('history listener', () => {
  test('fetches the history when the chat opens, and at the first sign of the subscription', async () => {
    const { clients, store } = await openConversation(server());
    expect(historyPaths()).toEqual(['/api/66/messages/7']);
    clients.last.subscribe();
    await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
    clients.last.events.closed();
    await waitForState(store, () => clients.created.length === 2);
    clients.last.subscribe();
    await waitForState(store, (state) => historyPaths().length === 3 && isIdle(state));
    for (const state of ['Disconnecting', 'Disconnected', 'Connecting', 'Reconnecting'] as const) {
      store.dispatch(connectionChanged(state));
    }
    expect(isIdle(store.getState())).toBe(true);
    expect(historyPaths()).toHaveLength(3);
  });

  test('fetches the history at once when Connected, if the connection before was lost early', async () => {
    const { clients, store } = await openConversation(server());
    clients.last.events.closed();
    await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
    clients.last.subscribe();
    await waitForState(store, (state) => historyPaths().length === 3 && isIdle(state));
  });

  test('renders no row again if the second fetch returns nothing new', async () => {
    const { clients, store, entries } = await openConversation(server(), [incoming()]);
    const before = entries();
    clients.last.subscribe();
    await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
    expect(entries()).toBe(before);
  });

  describe('with a fake clock', () => {
    beforeEach(() => {
      jest.useFakeTimers({
        advanceTimers: true,
        doNotFake: ['nextTick', 'setImmediate', 'performance'],
      });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    test('fetches again 3 to 7 s after Connected if the server sends nothing', async () => {
      const { store, clients } = await openConversation(server());
      await jest.advanceTimersByTimeAsync(2_900);
      expect(historyPaths()).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(4_100);
      await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
      // The subscription takes even longer.
      clients.last.subscribe();
      await waitForState(store, (state) => historyPaths().length === 3 && isIdle(state));
    });

    test('fetches once more, 3 to 7 s after a history that lacks the newest message', async () => {
      const { store, clients, receive, texts } = await openConversation(server());
      const published = incoming({ text: 'published', timestamp: '2024-03-05T10:00:00.000Z' });
      const live = incoming({ text: 'live', timestamp: '2024-03-05T10:00:01.000Z' });
      receive(live);
      clients.last.subscribe();
      await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
      server().responses.messages = { body: JSON.stringify([published, live]) };
      await jest.advanceTimersByTimeAsync(2_900);
      expect(historyPaths()).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(4_100);
      await waitForState(store, () => texts().length === 2);
      expect(texts()).toEqual(['published', 'live']);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(historyPaths()).toHaveLength(3);
    });

    test('fetches only once more if the history goes on lacking the newest message', async () => {
      const { store, clients, receive } = await openConversation(server());
      receive(incoming());
      clients.last.subscribe();
      await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
      await jest.advanceTimersByTimeAsync(60_000);
      await waitForState(store, isIdle);
      expect(historyPaths()).toHaveLength(3);
    });

    test('fetches nothing later if the connection is lost first', async () => {
      const { store } = await openConversation(server());
      store.dispatch(chatClosed());
      await jest.advanceTimersByTimeAsync(60_000);
      expect(historyPaths()).toHaveLength(1);
      expect(jest.getTimerCount()).toBe(0);
    });

    test.each([
      { hidden: 30_000, fetches: 0 },
      { hidden: 30_001, fetches: 1 },
    ])('fetches $fetches times when the page is shown after $hidden ms', async (example) => {
      const { store, clients } = await openConversation(server());
      clients.last.subscribe();
      await waitForState(store, (state) => historyPaths().length === 2 && isIdle(state));
      store.dispatch(pageHidden());
      jest.setSystemTime(Date.now() + example.hidden);
      store.dispatch(pageShown());
      await jest.advanceTimersByTimeAsync(0);
      await waitForState(store, isIdle);
      expect(historyPaths()).toHaveLength(2 + example.fetches);
    });
  });

  test('fetches the history of the next user', async () => {
    const { store, clients, tokens } = await openConversation(server());
    store.dispatch(chatClosed());
    tokens.save(tokenOf(8));
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
    store.dispatch(chatOpened());
    await waitForState(store, () => clients.created.length === 2 && historyPaths().length === 2);
    expect(historyPaths()[1]).toBe('/api/66/messages/8');
  });

  test('ends loading when the first request fails', async () => {
    server().responses.messages = { status: 500 };
    const { store } = makeChat(server().host, { token: tokenOf(7) });
    expect(selectIsLoading(store.getState())).toBe(true);
    store.dispatch(checkSession());
    await waitForState(store, (state) => !selectIsLoading(state));
    store.dispatch(chatClosed());
    expect(output.at('error')[0]).toBe('Loading history failed: 500');
  });
});
