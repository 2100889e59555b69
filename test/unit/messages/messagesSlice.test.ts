import type { Store } from '../../../src/app/store';
import { pageHidden, pageShown } from '../../../src/platform/pageEvents';
import {
  selectVisibleEntries,
  selectIsLoading,
  selectShown,
  selectUnread,
} from '../../../src/messages/messagesSlice';
import { createTabReceiver } from '../../../src/messages/tabMessages';
import { checkSession } from '../../../src/session/sessionThunks';
import { chatOpened } from '../../../src/hub/hubActions';
import { sessionEnded, sessionStarted } from '../../../src/session/sessionSlice';
import { openConversation, isIdle, makeChat, waitForState } from '../../support/stores/makeChat';
import { deferred, synchronousFrame } from '../../support/time/frames';
import { captureConsole } from '../../support/console/captureConsole';
import { incoming, own, tokenOf } from '../../support/builders/builders';
import { useProvider, type StubResponse } from '../../support/fakes/fakeProvider';

const server = useProvider();
captureConsole();
const seeInOtherTab = (store: Store, seen: number, userId = 7) =>
  createTabReceiver(store, synchronousFrame)({ userId, seen });

describe('selectUnread', () => {
  test('counts incoming messages while the page is hidden, and none while it is shown', async () => {
    const { store, receive } = await openConversation(server());
    receive(incoming({ text: 'seen' }));
    expect(selectUnread(store.getState())).toBe(0);
    store.dispatch(pageHidden());
    receive(incoming({ text: 'a' }));
    receive(incoming({ text: 'b' }));
    expect(selectUnread(store.getState())).toBe(2);
    store.dispatch(pageShown());
    expect(selectUnread(store.getState())).toBe(0);
    receive(incoming({ text: 'c' }));
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('counts incoming messages that a refetched history brings', async () => {
    const { store, refetch } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    await refetch([incoming(), incoming({ text: 'missed' }), own({ text: 'mine' })]);
    expect(selectUnread(store.getState())).toBe(1);
  });

  test('does not count the first history', async () => {
    server().responses.messages = { body: JSON.stringify([incoming()]) };
    const { store } = makeChat({ transport: server().transport, token: tokenOf(7) });
    store.dispatch(pageHidden());
    store.dispatch(checkSession());
    await waitForState(store, (state) => selectVisibleEntries(state).length === 1);
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('counts a live message that arrives while the first history loads', async () => {
    const response = deferred<StubResponse>();
    server().responses.messages = () => response.promise;
    const { store, clients } = makeChat({ transport: server().transport, token: tokenOf(7) });
    store.dispatch(pageHidden());
    store.dispatch(checkSession());
    await waitForState(store, ({ connection }) => connection === 'Connected');
    const [old, live] = [incoming({ text: 'old' }), incoming({ text: 'live' })];
    clients.last.events.messageReceived(live);
    response.resolve({ body: JSON.stringify([old, live]) });
    await waitForState(store, (state) => selectVisibleEntries(state).length === 2 && isIdle(state));
    expect(selectUnread(store.getState())).toBe(1);
  });

  test('counts a message once if the history brings it again', async () => {
    const { store, receive, refetch } = await openConversation(server());
    store.dispatch(pageHidden());
    receive(incoming());
    await refetch([incoming()]);
    expect(selectUnread(store.getState())).toBe(1);
  });

  test('does not count what another tab shows, whichever tab receives it first', async () => {
    const { store, receive } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    seeInOtherTab(store, 2);
    receive(incoming({ text: 'a' }));
    expect(selectUnread(store.getState())).toBe(0);
    receive(incoming({ text: 'b' }));
    expect(selectUnread(store.getState())).toBe(1);
    seeInOtherTab(store, 3);
    expect(selectUnread(store.getState())).toBe(0);
    // A tab that lags shows fewer.
    seeInOtherTab(store, 1);
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('counts again after another tab claims a number that is too large', async () => {
    const { store, receive } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    seeInOtherTab(store, Number.MAX_SAFE_INTEGER);
    for (let count = 0; count <= 100; count += 1) receive(incoming({ text: String(count) }));
    expect(selectUnread(store.getState())).toBe(1);
  });

  test('ignores the tabs of other users', async () => {
    const { store, receive } = await openConversation(server());
    store.dispatch(pageHidden());
    seeInOtherTab(store, 5, 8);
    receive(incoming({ text: 'a' }));
    expect(selectUnread(store.getState())).toBe(1);
  });
});

describe('selectShown', () => {
  test('counts incoming messages while the page is shown and loaded', async () => {
    server().responses.messages = { body: JSON.stringify([incoming(), own()]) };
    const { store } = makeChat({ transport: server().transport, token: tokenOf(7) });
    const shown = () => selectShown(store.getState());
    store.dispatch(checkSession());
    expect(shown()).toBeUndefined();
    await waitForState(store, (state) => !selectIsLoading(state));
    expect(shown()).toBe(1);
    store.dispatch(pageHidden());
    expect(shown()).toBeUndefined();
    store.dispatch(pageShown());
    expect(shown()).toBe(1);
    store.dispatch(sessionEnded());
    expect(shown()).toBeUndefined();
  });
});

describe('sign-in of another user', () => {
  const second = incoming({ toUserId: 8, text: 'for 8' });

  test('empties the list and loads the history', async () => {
    const { store, tokens } = await openConversation(server(), [incoming()]);
    server().responses.messages = { body: JSON.stringify([second]) };
    store.dispatch(pageHidden());
    tokens.save(tokenOf(8));
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
    store.dispatch(chatOpened());
    expect(selectVisibleEntries(store.getState())).toEqual([]);
    expect(selectIsLoading(store.getState())).toBe(true);
    await waitForState(store, (state) => !selectIsLoading(state));
    expect(selectVisibleEntries(store.getState()).map(({ message }) => message)).toEqual([second]);
  });

  test('ignores the response to a request of the former user', async () => {
    const { store, tokens } = await openConversation(server());
    let release: (() => void) | undefined;
    server().responses.messages = ({ path }) =>
      path.endsWith('/7')
        ? new Promise((resolve) => {
            release = () => resolve({ body: JSON.stringify([incoming({ toUserId: null })]) });
          })
        : { body: JSON.stringify([second]) };
    store.dispatch(chatOpened());
    await waitForState(store, () => release !== undefined);
    tokens.save(tokenOf(8));
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
    store.dispatch(chatOpened());
    await waitForState(store, (state) => selectVisibleEntries(state).length === 1);
    release?.();
    await waitForState(store, isIdle);
    expect(selectVisibleEntries(store.getState()).map(({ message }) => message)).toEqual([second]);
  });
});

describe('end of a session', () => {
  test('empties the list and keeps a hidden page hidden', async () => {
    const { store, receive } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    receive(incoming({ text: 'a' }));
    store.dispatch(sessionEnded());
    expect(selectVisibleEntries(store.getState())).toEqual([]);
    expect(selectUnread(store.getState())).toBe(0);
    store.dispatch(checkSession());
    await waitForState(store, (state) => !selectIsLoading(state));
    receive(incoming({ text: 'b' }));
    expect(selectUnread(store.getState())).toBe(1);
  });
});
