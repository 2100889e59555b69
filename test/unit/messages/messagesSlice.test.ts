import type { Store } from '../../../src/app/store';
import { pageHidden, pageResumed, pageShown } from '../../../src/platform/pageSlice';
import {
  selectFirstNewKey,
  selectVisibleEntries,
  selectIsLoading,
  selectShown,
  selectUnread,
} from '../../../src/messages/messagesSlice';
import { receiveFromTab } from '../../../src/messages/tabChannel';
import type { Message } from '../../../src/contract/message';
import { checkSession } from '../../../src/session/sessionThunks';
import { sessionEnded, sessionStarted } from '../../../src/session/sessionSlice';
import {
  openConversation,
  isIdle,
  makeChat,
  sendText,
  waitForState,
} from '../../support/stores/makeChat';
import { captureConsole, FAILED_CALL } from '../../support/console/captureConsole';
import { incoming, own, tokenOf } from '../../support/builders/builders';
import { useProvider } from '../../support/fakes/fakeProvider';

const server = useProvider();
captureConsole(FAILED_CALL);
const seeInOtherTab = (store: Store, seen: Message) =>
  store.dispatch(receiveFromTab({ userId: 7, seen }));

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

  test('counts each incoming message of a refetched history once', async () => {
    const { store, receive, refetch } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    const live = incoming({ text: 'live' });
    receive(live);
    await refetch([incoming(), live, incoming({ text: 'missed' }), own({ text: 'mine' })]);
    expect(selectUnread(store.getState())).toBe(2);
  });

  test('does not count the first history', async () => {
    server().responses.messages = { body: JSON.stringify([incoming()]) };
    const { store } = makeChat({ transport: server().transport, token: tokenOf(7) });
    store.dispatch(pageHidden());
    store.dispatch(checkSession());
    await waitForState(store, (state) => selectVisibleEntries(state).length === 1);
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('does not count what another tab has shown, whichever tab receives it first', async () => {
    const { store, receive } = await openConversation(server(), [incoming()]);
    const [a, b] = [incoming({ text: 'a' }), incoming({ text: 'b' })];
    store.dispatch(pageHidden());
    seeInOtherTab(store, a);
    receive(a);
    expect(selectUnread(store.getState())).toBe(0);
    receive(b);
    expect(selectUnread(store.getState())).toBe(1);
    seeInOtherTab(store, b);
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('counts nothing after a first history that failed', async () => {
    server().responses.messages = { status: 404 };
    const { store } = makeChat({ transport: server().transport, token: tokenOf(7) });
    store.dispatch(checkSession());
    await waitForState(store, (state) => !selectIsLoading(state));
    store.dispatch(pageHidden());
    server().responses.messages = { body: JSON.stringify([incoming()]) };
    store.dispatch(pageResumed());
    await waitForState(store, (state) => selectVisibleEntries(state).length === 1);
    expect(selectUnread(store.getState())).toBe(0);
  });
});

describe('selectShown', () => {
  test('is the newest message while the page is shown and loaded', async () => {
    server().responses.messages = { body: JSON.stringify([incoming(), own()]) };
    const { store } = makeChat({ transport: server().transport, token: tokenOf(7) });
    const shown = () => selectShown(store.getState());
    store.dispatch(checkSession());
    expect(shown()).toBeUndefined();
    await waitForState(store, (state) => !selectIsLoading(state));
    expect(shown()).toEqual(own());
    store.dispatch(pageHidden());
    expect(shown()).toBeUndefined();
    store.dispatch(pageShown());
    expect(shown()).toEqual(own());
    store.dispatch(sessionEnded());
    expect(shown()).toBeUndefined();
  });
});

/** Opens a chat with one message, hides the page and shows it again. `away` happens in between. */
async function goAway(away: (chat: Chat) => void | Promise<void>) {
  const chat = await openConversation(server(), [incoming({ text: 'old' })]);
  chat.store.dispatch(pageHidden());
  await away(chat);
  chat.store.dispatch(pageShown());
  const firstNew = () => {
    const key = selectFirstNewKey(chat.store.getState());
    return chat.entries().find((entry) => entry.key === key)?.message.text ?? null;
  };
  return { ...chat, firstNew };
}

type Chat = Awaited<ReturnType<typeof openConversation>>;

describe('selectFirstNewKey', () => {
  const [a, b] = [incoming({ text: 'a' }), incoming({ text: 'b' })];

  test('is the first incoming message since the page was hidden, until the customer sends', async () => {
    const { store, receive, firstNew } = await goAway((chat) => {
      chat.receive(own({ text: 'mine, in another window' }));
      chat.receive(a);
      chat.receive(b);
    });
    expect(firstNew()).toBe('a');
    receive(incoming({ text: 'c' }));
    expect(firstNew()).toBe('a');
    await store.dispatch(sendText('Sağ olun'));
    expect(firstNew()).toBeNull();
  });

  test('is not a message that arrives while the customer watches', async () => {
    const { receive, firstNew } = await goAway(() => undefined);
    receive(a);
    expect(firstNew()).toBeNull();
  });

  test('is a message that a frozen page missed, and that a history brings', async () => {
    const { refetch, firstNew } = await goAway(() => undefined);
    await refetch([incoming({ text: 'old' }), a]);
    expect(firstNew()).toBe('a');
  });

  test('is behind what another tab has shown and sent', async () => {
    const { store, firstNew } = await goAway((chat) => {
      chat.receive(a);
      seeInOtherTab(chat.store, a);
      chat.receive(b);
    });
    expect(firstNew()).toBe('b');
    store.dispatch(receiveFromTab({ userId: 7, sent: own({ text: 'mine' }) }));
    expect(firstNew()).toBeNull();
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
    store.dispatch(pageResumed());
    await waitForState(store, () => release !== undefined);
    tokens.save(tokenOf(8));
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
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
