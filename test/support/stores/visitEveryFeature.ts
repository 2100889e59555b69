import { sendImages } from '../../../src/chat/sending/sending';
import { selectConnection } from '../../../src/realtime/connectionSlice';
import { keystrokeTyped } from '../../../src/realtime/hubActions';
import { pageCameOnline, pageHidden, pageShown } from '../../../src/shared/pageEvents';
import { createHubClient } from '../../../src/realtime/signalr/createHubClient';
import { signIn } from '../../../src/session/signIn';
import { selectIsLoading } from '../../../src/chat/state/messagesSlice';
import { makeChat, isIdle, waitForState, sendText } from './makeChat';
import { MemoryHub } from '../fakes/memoryHub';
import { incoming } from '../builders/builders';
import type { FakeProvider } from '../fakes/fakeProvider';

/**
 * Uses every feature of the store except logout, with a failure of each kind. The REST server and
 * SignalR's client are real; the hub is in memory. Responses and errors contain the token.
 */
export async function visitEveryFeature(server: FakeProvider, token: string) {
  const hub = new MemoryHub();
  const chat = makeChat({
    transport: server.transport,
    createHubClient: (userId, events) =>
      Promise.resolve(createHubClient(chat.services, userId, events, hub.overrides())),
  });
  const { store } = chat;
  const isConnected = () => selectConnection(store.getState()) === 'Connected';

  await store.dispatch(signIn('+994'));
  server.responses.login = { status: 500, body: `{"newtoken":"${token}"}` };
  await store.dispatch(signIn('+994501234567'));
  server.responses.login = { body: JSON.stringify({ newtoken: token }) };
  server.responses.messages = { status: 500, body: token };
  await store.dispatch(signIn('+994501234567'));
  await waitForState(store, (state) => isConnected() && !selectIsLoading(state) && isIdle(state));

  server.responses.messages = { body: JSON.stringify([incoming(), null]) };
  store.dispatch(pageCameOnline());
  await waitForState(
    store,
    (state) => hub.connections.length === 2 && isConnected() && isIdle(state),
  );
  store.dispatch(pageHidden());
  hub.last.deliver(incoming({ text: 'live' }));
  hub.last.deliver({ token });
  hub.last.deliver(null, `Notice?access_token=${token}`);
  store.dispatch(pageShown());

  store.dispatch(keystrokeTyped());
  await store.dispatch(sendText('hello'));
  const error = `access_token=${token} is bad`;
  hub.last.push({ type: 3, invocationId: '0', error });
  server.responses.send = { status: 400, body: token };
  await store.dispatch(sendText('again'));
  const image = new File(['pixels'], 'a.png', { type: 'image/png' });
  await store.dispatch(sendImages([image], new AbortController().signal));
  server.responses.send = { body: 'OK' };
  await store.dispatch(sendImages([image], new AbortController().signal));
  server.responses.upload = { status: 413, body: token };
  await store.dispatch(sendImages([image], new AbortController().signal));

  hub.behaviour = { status: 503, body: `Bearer ${token}` };
  hub.last.drop();
  await waitForState(store, () => selectConnection(store.getState()) === 'Reconnecting');
  await waitForState(store, isIdle);
  return { ...chat, hub };
}
