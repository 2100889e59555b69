import { pageHidden, pageShown } from '../../../src/common/pageEvents';
import { selectEntries, selectIsLoading, selectUnread } from '../../../src/messages/messagesSlice';
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
