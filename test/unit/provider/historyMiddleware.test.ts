import { api } from '../../../src/provider/api';
import { chatClosed, chatOpened, connectionChanged } from '../../../src/provider/hub';
import { selectIsLoading } from '../../../src/messages/messagesSlice';
import { openConversation } from '../../support/conversation';
import { deferred } from '../../support/deferred';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { isQuiet, makeChat, when } from '../../support/makeChat';
import { incoming } from '../../support/messages';
import { useRestServer, type Answer } from '../../support/restServer';

const server = useRestServer();
const output = keepConsole();
const asked = () =>
  server()
    .of('messages')
    .map(({ path }) => path);

test('the history is asked for when the chat opens, and again when it is connected', async () => {
  await openConversation(server());
  expect(asked()).toEqual(['/api/66/messages/7', '/api/66/messages/7']);
});

test('once for each time that the channel becomes Connected', async () => {
  const { hubs, store } = await openConversation(server());
  hubs.last.events.closed();
  await when(store, (state) => asked().length === 3 && isQuiet(state));
  for (const state of ['Disconnecting', 'Disconnected', 'Connecting', 'Reconnecting'] as const) {
    store.dispatch(connectionChanged(state));
  }
  expect(isQuiet(store.getState())).toBe(true);
  expect(asked()).toHaveLength(3);
});

test('what was missed during an outage is there after it, without the loading text', async () => {
  const { hubs, store, texts } = await openConversation(server(), [incoming()]);
  const answer = deferred<Answer>();
  server().answers.messages = () => answer.promise;
  hubs.last.events.closed();
  await when(store, () => asked().length === 3);
  expect(selectIsLoading(store.getState())).toBe(false);
  answer.resolve({ body: JSON.stringify([incoming(), incoming({ text: 'missed' })]) });
  await when(store, () => texts().length === 2);
  expect(texts()).toEqual(['Salam', 'missed']);
});

test('nothing is asked for before a chat is open', () => {
  const { store } = makeChat(server().host, { token: tokenOf(7) });
  store.dispatch(connectionChanged('Connected'));
  store.dispatch(chatClosed());
  expect(store.getState().api.queries).toEqual({});
});

test('for another user his own is asked for', async () => {
  const { store, hubs } = await openConversation(server());
  store.dispatch(chatOpened(8));
  await when(store, () => hubs.made.length === 2 && asked().length === 4);
  expect(asked().slice(2)).toEqual(['/api/66/messages/8', '/api/66/messages/8']);
});

test('answers are not kept beside the list', async () => {
  const { store } = await openConversation(server(), [incoming()]);
  await when(store, (state) => Object.keys(state.api.queries).length === 0);
  expect(store.getState().api.mutations).toEqual({});
});

test('loading ends with the first request, also where that fails', async () => {
  server().answers.messages = { status: 500 };
  const { store } = makeChat(server().host, { token: tokenOf(7) });
  expect(selectIsLoading(store.getState())).toBe(true);
  store.dispatch(chatOpened(7));
  await when(store, (state) => !selectIsLoading(state));
  store.dispatch(chatClosed());
  expect(output.at('error')[0]).toBe('Loading history failed: 500');
});

describe('the catalogue of failures that are only logged', () => {
  const { history, send, upload, login } = api.endpoints;
  const page = () => makeChat(server().host, { token: tokenOf(7) });

  test('history', async () => {
    server().answers.messages = { status: 503, body: '<h1>secret</h1>' };
    await page().store.dispatch(history.initiate({ userId: 7, request: 1 }));
    expect(output.lines).toEqual(['error: Loading history failed: 503']);
  });

  test('sending a message', async () => {
    server().answers.send = { status: 400, body: '{"title":"secret"}' };
    await page().store.dispatch(send.initiate(incoming()));
    expect(output.lines).toEqual(['error: Sending a message failed: 400']);
  });

  test('sending an image', async () => {
    server().answers.upload = { status: 413 };
    const { store, services } = page();
    services.pictures.set('key', new File(['x'], 'a.png'));
    await store.dispatch(upload.initiate({ key: 'key', name: 'a.png' }));
    expect(output.lines).toEqual(['error: Sending an image failed: 413']);
  });

  test('a request that was taken back has a reason too', async () => {
    server().answers.send = { end: 'silence' };
    const { store } = page();
    const sending = store.dispatch(send.initiate(incoming()));
    await when(store, () => Object.keys(store.getState().api.mutations).length === 1);
    sending.abort();
    await sending;
    expect(output.lines).toEqual(['error: Sending a message failed: Aborted']);
  });

  test('a failed login is shown and not logged', async () => {
    server().answers.login = { status: 401 };
    await page().store.dispatch(login.initiate({ username: '', password: '' }));
    expect(output.lines).toEqual([]);
  });

  test('what succeeds is not logged', async () => {
    const { store } = page();
    await store.dispatch(send.initiate(incoming()));
    await store.dispatch(history.initiate({ userId: 7, request: 1 }));
    expect(output.lines).toEqual([]);
  });
});
