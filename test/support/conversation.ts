import type { Message } from '../../src/common/message';
import { selectEntries, selectIsLoading } from '../../src/messages/messagesSlice';
import { chatOpened } from '../../src/provider/hub';
import { sessionStarted } from '../../src/session/sessionSlice';
import { tokenOf } from './jwt';
import { isQuiet, makeChat, when } from './makeChat';
import type { RestServer } from './restServer';

/** An open chat of user 7 whose history is whatever the test says. */
export async function openConversation(server: RestServer, history: Message[] = []) {
  const chat = makeChat(server.host, { token: tokenOf(7) });
  const { store, hubs } = chat;
  const answer = (messages: Message[]) => {
    server.answers.messages = { body: JSON.stringify(messages) };
  };
  /** Asks again, as after each reconnect, and waits for the answer. */
  const refetch = async (messages: Message[]) => {
    answer(messages);
    store.dispatch(chatOpened(7));
    await when(store, isQuiet);
  };

  answer(history);
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(chatOpened(7));
  await when(store, (state) => server.of('messages').length === 2 && isQuiet(state));
  await when(store, (state) => !selectIsLoading(state));
  return {
    ...chat,
    refetch,
    /** The hub delivers a message. */
    receive: (message: Message) => hubs.last.events.received(message),
    entries: () => selectEntries(store.getState()),
    texts: () => selectEntries(store.getState()).map(({ message }) => message.text),
    keys: () => selectEntries(store.getState()).map(({ key }) => key),
  };
}
