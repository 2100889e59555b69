import { pageHidden, pageShown } from '../../../src/common/pageEvents';
import {
  seenElsewhere,
  selectEntries,
  selectIsLoading,
  selectSeen,
  selectUnread,
} from '../../../src/messages/messagesSlice';
import { sendText } from '../../../src/messages/sendMessage';
import { chatOpened } from '../../../src/provider/hub';
import { sessionEnded, sessionStarted } from '../../../src/session/sessionSlice';
import { openConversation } from '../../support/conversation';
import { keepConsole } from '../../support/keepConsole';
import { isQuiet, makeChat, when } from '../../support/makeChat';
import { incoming, own } from '../../support/messages';
import { tokenOf } from '../../support/jwt';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
keepConsole();

describe('unread are the messages of others that came', () => {
  test('while the page was hidden, and none while it was shown', async () => {
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

  test('not own ones', async () => {
    const { store, receive } = await openConversation(server());
    store.dispatch(pageHidden());
    receive(own({ text: 'from my phone' }));
    await store.dispatch(sendText('hello'));
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('with a history that brought them after an outage', async () => {
    const { store, refetch } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    await refetch([incoming(), incoming({ text: 'missed' }), own({ text: 'mine' })]);
    expect(selectUnread(store.getState())).toBe(1);
  });

  test('not with the first history', async () => {
    server().answers.messages = { body: JSON.stringify([incoming()]) };
    const { store } = makeChat(server().host, { token: tokenOf(7) });
    store.dispatch(pageHidden());
    store.dispatch(chatOpened(7));
    await when(store, (state) => selectEntries(state).length === 1);
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('counted once, where the history has them too', async () => {
    const { store, receive, refetch } = await openConversation(server());
    store.dispatch(pageHidden());
    receive(incoming());
    await refetch([incoming()]);
    expect(selectUnread(store.getState())).toBe(1);
  });
});

describe('what another tab of the same user has shown', () => {
  const elsewhere = (seen: number, userId = 7) => seenElsewhere({ userId, seen });

  test('is not unread, whichever tab was told first', async () => {
    const { store, receive } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    store.dispatch(elsewhere(2));
    receive(incoming({ text: 'a' }));
    expect(selectUnread(store.getState())).toBe(0);
    receive(incoming({ text: 'b' }));
    expect(selectUnread(store.getState())).toBe(1);
    store.dispatch(elsewhere(3));
    expect(selectUnread(store.getState())).toBe(0);
  });

  test('takes nothing back that this one has shown', async () => {
    const { store, receive } = await openConversation(server(), [incoming(), incoming()]);
    store.dispatch(pageHidden());
    store.dispatch(elsewhere(1));
    receive(incoming({ text: 'a' }));
    expect(selectUnread(store.getState())).toBe(1);
  });

  test('is no matter where the tab is another user’s', async () => {
    const { store, receive } = await openConversation(server());
    store.dispatch(pageHidden());
    store.dispatch(elsewhere(5, 8));
    receive(incoming({ text: 'a' }));
    expect(selectUnread(store.getState())).toBe(1);
  });
});

describe('what this tab has shown', () => {
  test('is told while it is shown, once it is loaded', async () => {
    server().answers.messages = { body: JSON.stringify([incoming(), own()]) };
    const { store } = makeChat(server().host, { token: tokenOf(7) });
    const seen = () => selectSeen(store.getState());
    store.dispatch(chatOpened(7));
    expect(seen()).toBeUndefined();
    await when(store, (state) => !selectIsLoading(state));
    expect(seen()).toEqual({ userId: 7, seen: 1 });
    expect(seen()).toBe(seen());
    store.dispatch(pageHidden());
    expect(seen()).toBeUndefined();
    store.dispatch(pageShown());
    expect(seen()).toEqual({ userId: 7, seen: 1 });
    store.dispatch(sessionEnded());
    expect(seen()).toBeUndefined();
  });
});

describe('another user', () => {
  const second = incoming({ toUserId: 8, text: 'for 8' });

  test('begins with an empty list that is loading', async () => {
    const { store } = await openConversation(server(), [incoming()]);
    server().answers.messages = { body: JSON.stringify([second]) };
    store.dispatch(pageHidden());
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
    store.dispatch(chatOpened(8));
    expect(selectEntries(store.getState())).toEqual([]);
    expect(selectIsLoading(store.getState())).toBe(true);
    await when(store, (state) => !selectIsLoading(state));
    expect(selectEntries(store.getState()).map(({ message }) => message)).toEqual([second]);
  });

  test('does not get the answer to a request of the former one', async () => {
    const { store } = await openConversation(server());
    let release: (() => void) | undefined;
    server().answers.messages = ({ path }) =>
      path.endsWith('/7')
        ? new Promise((resolve) => {
            release = () => resolve({ body: JSON.stringify([incoming({ toUserId: null })]) });
          })
        : { body: JSON.stringify([second]) };
    store.dispatch(chatOpened(7));
    await when(store, () => release !== undefined);
    store.dispatch(chatOpened(8));
    await when(store, (state) => selectEntries(state).length === 1);
    release?.();
    await when(store, isQuiet);
    expect(selectEntries(store.getState()).map(({ message }) => message)).toEqual([second]);
  });
});

describe('the end of a session', () => {
  test('empties the list, and a hidden page stays hidden', async () => {
    const { store, receive } = await openConversation(server(), [incoming()]);
    store.dispatch(pageHidden());
    receive(incoming({ text: 'a' }));
    store.dispatch(sessionEnded());
    expect(selectEntries(store.getState())).toEqual([]);
    expect(selectUnread(store.getState())).toBe(0);
    store.dispatch(chatOpened(7));
    await when(store, (state) => !selectIsLoading(state));
    receive(incoming({ text: 'b' }));
    expect(selectUnread(store.getState())).toBe(1);
  });
});
