import type { Message } from '../../../src/conversation/message';
import { selectEntries, selectIsLoading } from '../../../src/chat/messagesSlice';
import { selectConnection } from '../../../src/realtime/connectionSlice';
import { chatOpened } from '../../../src/realtime/hubActions';
import type { Services } from '../../../src/services/services';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { tokenOf } from '../builders/jwt';
import { isIdle, makeChat, waitForState } from './makeChat';
import type { RestServer } from '../fakes/restServer';

/** Opens a chat of user 7, and waits until it is connected and this history is loaded. */
export async function openConversation(
  server: RestServer,
  history: Message[] = [],
  services: Partial<Pick<Services, 'shrinkPhoto'>> = {},
) {
  const chat = makeChat(server.host, { token: tokenOf(7), ...services });
  const { store, clients } = chat;
  const setHistory = (messages: Message[]) => {
    server.responses.messages = { body: JSON.stringify(messages) };
  };
  /** Fetches the history again, as after each reconnect, and waits for the response. */
  const refetch = async (messages: Message[]) => {
    setHistory(messages);
    store.dispatch(chatOpened());
    await waitForState(store, isIdle);
  };

  setHistory(history);
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(chatOpened());
  await waitForState(
    store,
    (state) => selectConnection(state) === 'Connected' && !selectIsLoading(state) && isIdle(state),
  );
  return {
    ...chat,
    refetch,
    /** The hub delivers a message. */
    receive: (message: Message) => clients.last.events.received(message),
    entries: () => selectEntries(store.getState()),
    texts: () => selectEntries(store.getState()).map(({ message }) => message.text),
    keys: () => selectEntries(store.getState()).map(({ key }) => key),
  };
}
