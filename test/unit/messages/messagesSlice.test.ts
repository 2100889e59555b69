import type { Store } from '../../../src/app/store';
import { pageHidden, pageResumed, pageShown } from '../../../src/platform/pageEvents';
import {
  selectFirstNewKey,
  selectImageUrl,
  selectRows,
  selectVisibleEntries,
  selectIsLoading,
  selectSeen,
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
import {
  historyFulfilled,
  historyRequested,
  incoming,
  own,
  receivedByUser7,
  tokenOf,
} from '../../support/builders/builders';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';

const server = fakeProviderForEachTest();
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

  test.each([
    ['the first history', 200],
    ['the first history that succeeds after one has failed', 404],
  ])('does not count %s', async (_, status) => {
    server().responses.messages = { status, body: JSON.stringify([incoming()]) };
    const { store } = makeChat({ fetch: server().fetch, token: tokenOf(7) });
    store.dispatch(pageHidden());
    store.dispatch(checkSession());
    await waitForState(store, (state) => !selectIsLoading(state));
    server().responses.messages = { body: JSON.stringify([incoming()]) };
    store.dispatch(pageResumed());
    await waitForState(store, (state) => selectVisibleEntries(state).length === 1);
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('counts a live message that comes before the first history', async () => {
    const live = incoming({ text: 'live' });
    const response = server().hold('messages');
    const { store } = makeChat({ fetch: server().fetch, token: tokenOf(7) });
    store.dispatch(pageHidden());
    store.dispatch(checkSession());
    store.dispatch(receivedByUser7(live));
    expect(selectUnread(store.getState())).toBe(1);
    response.resolve({ body: JSON.stringify([incoming(), live]) });
    await waitForState(store, isIdle);
    expect(selectVisibleEntries(store.getState())).toHaveLength(2);
    expect(selectUnread(store.getState())).toBe(1);
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
});

test('selectSeen is the newest message while the page is shown and loaded', async () => {
  server().responses.messages = { body: JSON.stringify([incoming(), own()]) };
  const { store } = makeChat({ fetch: server().fetch, token: tokenOf(7) });
  const shown = () => selectSeen(store.getState());
  store.dispatch(checkSession());
  store.dispatch(receivedByUser7(own()));
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
    const news = { userId: 7, posted: own({ text: 'mine' }), stage: 'accepted' };
    store.dispatch(receiveFromTab(news));
    expect(firstNew()).toBeNull();
  });
});

describe('selectRows', () => {
  const image = (signature: string) => incoming({ text: null, imageUrl: `a.png?sig=${signature}` });
  const rowsOf = ({ store }: Chat) => selectRows(store.getState());

  test('is the same array while the provider rounds times and signs image URLs again', async () => {
    const chat = await openConversation(server(), [image('1')]);
    chat.receive(incoming({ text: 'b', timestamp: '2026-03-05T10:00:05.337Z' }));
    const rows = rowsOf(chat);
    const stored = incoming({ text: 'b', timestamp: '2026-03-05T10:00:05.000Z' });
    for (const signature of ['2', '3']) {
      await chat.refetch([image(signature), stored]);
      expect(rowsOf(chat)).toBe(rows);
      const url = selectImageUrl(chat.store.getState(), image('1').imageUrl ?? '');
      expect(url).toBe(`a.png?sig=${signature}`);
    }
    await chat.refetch([image('3'), stored, incoming({ text: 'c' })]);
    expect(rowsOf(chat)).toHaveLength(3);
  });

  test('links an image to the URL of a live copy', async () => {
    const chat = await openConversation(server(), [image('1')]);
    for (const url of ['b.png', 'constructor', '__proto__'])
      expect(selectImageUrl(chat.store.getState(), url)).toBe(url);
    chat.receive(image('2'));
    expect(selectImageUrl(chat.store.getState(), 'a.png?sig=1')).toBe('a.png?sig=2');
  });
});

test('a rejected POST leaves no entry', async () => {
  const chat = await openConversation(server());
  server().responses.send = { status: 400 };
  await chat.store.dispatch(sendText('Salam'));
  expect(chat.store.getState().messages.entries).toEqual([]);
});

describe('texts', () => {
  test('of five megabytes are not normalised for short messages near them', async () => {
    const chat = await openConversation(server(), [incoming({ text: 'ə salam '.repeat(600_000) })]);
    const replace = jest.spyOn(String.prototype, 'replace');
    chat.receive(incoming({ text: 'salam' }));
    const lengths = replace.mock.contexts.map((text) => String(text).length);
    expect(Math.max(...lengths)).toBeLessThan(1_000);
    replace.mockRestore();
  });

  test('are normalised once for each message, however many live messages are near', async () => {
    const chat = await openConversation(server(), [incoming({ text: 'a'.repeat(9_000) })]);
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const count = 200;
    for (let index = 0; index < count; index += 1) chat.receive(incoming({ text: `${index}` }));
    await chat.refetch(chat.entries().map(({ message }) => ({ ...message, timestamp: null })));
    // Once when the message arrives, and once as a message of the history.
    expect(normalize.mock.calls.length).toBeLessThanOrEqual(2 * (count + 1));
    normalize.mockRestore();
  });
});

describe('login of another user', () => {
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

  test('ignores the response to a request of the former user', () => {
    const { store } = makeChat();
    store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
    store.dispatch(historyRequested(1));
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
    store.dispatch(historyFulfilled(1, [incoming({ toUserId: null })]));
    expect(selectVisibleEntries(store.getState())).toEqual([]);
  });
});

test('the end of a session empties the list and keeps a hidden page hidden', async () => {
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
