import { sendPictures, sendText } from '../../src/messages/sendMessage';
import { selectConnection, typed } from '../../src/provider/hub';
import { browserOnline, pageHidden, pageShown } from '../../src/common/pageEvents';
import { createHub } from '../../src/provider/signalr';
import { signIn } from '../../src/session/session';
import { selectIsLoading } from '../../src/messages/messagesSlice';
import { makeChat, isQuiet, when } from './makeChat';
import { MemoryHub } from './memoryHub';
import { incoming } from './messages';
import type { RestServer } from './restServer';

/**
 * Goes once through everything that the app can do short of leaving, on a real server and with
 * SignalR's real client, with failures of each kind on the way.
 */
export async function tour(server: RestServer, token: string) {
  const hub = new MemoryHub();
  const page = makeChat(server.host, {
    createHub: (userId, events) =>
      Promise.resolve(createHub(page.services, userId, events, hub.overrides())),
  });
  const { store } = page;
  const isConnected = () => selectConnection(store.getState()) === 'Connected';

  await store.dispatch(signIn('+994'));
  server.answers.login = { status: 500, body: `{"newtoken":"${token}"}` };
  await store.dispatch(signIn('+994501234567'));
  server.answers.login = { body: JSON.stringify({ newtoken: token }) };
  server.answers.messages = { status: 500, body: token };
  await store.dispatch(signIn('+994501234567'));
  await when(store, (state) => isConnected() && !selectIsLoading(state) && isQuiet(state));

  server.answers.messages = { body: JSON.stringify([incoming(), null]) };
  store.dispatch(browserOnline());
  await when(store, (state) => hub.connections.length === 2 && isConnected() && isQuiet(state));
  store.dispatch(pageHidden());
  hub.last.receive(incoming({ text: 'live' }));
  hub.last.receive({ token });
  hub.last.receive(null, `Notice?access_token=${token}`);
  store.dispatch(pageShown());

  store.dispatch(typed());
  await store.dispatch(sendText('hello'));
  const error = `access_token=${token} is bad`;
  hub.last.push({ type: 3, invocationId: '0', error });
  server.answers.send = { status: 400, body: token };
  await store.dispatch(sendText('again'));
  const picture = new File(['pixels'], 'a.png', { type: 'image/png' });
  await store.dispatch(sendPictures([picture]));
  server.answers.send = { body: 'OK' };
  await store.dispatch(sendPictures([picture]));
  server.answers.upload = { status: 413, body: token };
  await store.dispatch(sendPictures([picture]));

  hub.reception = { status: 503, body: `Bearer ${token}` };
  hub.last.drop();
  await when(store, () => selectConnection(store.getState()) === 'Reconnecting');
  await when(store, isQuiet);
  return { ...page, hub, picture };
}
