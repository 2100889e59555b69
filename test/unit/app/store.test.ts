import { recordEachTest } from '../../support/devtools/recorder';
import { prerenderedState, reducer } from '../../../src/app/store';
import { selectIsLoading } from '../../../src/messages/messagesSlice';
import { sendPickedImages } from '../../../src/messages/sending';
import { selectConnection } from '../../../src/hub/connectionSlice';
import { keystrokeTyped } from '../../../src/hub/hubActions';
import { createHubClient } from '../../../src/hub/signalr/createHubClient';
import { logIn } from '../../../src/login/loginSlice';
import { logoutStarted, selectIsLeaving } from '../../../src/session/sessionSlice';
import { pageCameOnline, pageHidden, pageShown } from '../../../src/platform/pageEvents';
import { startProvider, type Provider } from '../../stand-in/provider';
import { incoming } from '../../support/builders/builders';
import {
  FAILED_CALL,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
  captureConsole,
} from '../../support/console/captureConsole';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';
import { isIdle, makeChat, sendText, waitForState } from '../../support/stores/makeChat';

const steps = recordEachTest();
const server = fakeProviderForEachTest();
const output = captureConsole(
  FAILED_CALL,
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
);

let provider: Provider;
let token: string;
beforeEach(async () => {
  provider = await startProvider();
  token = provider.tokenFor({ id: 7, username: '' });
});
afterEach(() => provider.stop());

const hasSecret = (value: unknown) => {
  const text = JSON.stringify(value);
  return [token, ...token.split('.')].some((secret) => text.includes(secret));
};

/**
 * Uses every feature of the store except logout, with a failure of each kind. SignalR's client is
 * real. Responses and errors contain the token.
 */
async function visitEveryFeature() {
  const { fetch, responses } = server();
  const { hub, ledger, switches } = provider;
  const chat = makeChat({
    host: provider.url,
    fetch,
    createHubClient: (userId, events) =>
      Promise.resolve(createHubClient(chat.services, userId, events)),
  });
  const { store } = chat;
  const isConnected = () => selectConnection(store.getState()) === 'Connected';

  await store.dispatch(logIn('+994'));
  responses.login = { status: 500, body: `{"newtoken":"${token}"}` };
  await store.dispatch(logIn('+994501234567'));
  responses.login = { body: JSON.stringify({ newtoken: token }) };
  responses.messages = { status: 500, body: token };
  await store.dispatch(logIn('+994501234567'));
  await waitForState(store, (state) => isConnected() && !selectIsLoading(state) && isIdle(state));

  responses.messages = { body: JSON.stringify([incoming(), null]) };
  store.dispatch(pageCameOnline());
  await waitForState(
    store,
    (state) => ledger.of('opened').length === 2 && isConnected() && isIdle(state),
  );
  store.dispatch(pageHidden());
  hub.pushMessage(7, incoming({ text: 'live' }));
  hub.pushMessage(7, { token });
  const [connection] = hub.connections();
  connection?.deliver(`Notice?access_token=${token}`, [null]);
  await waitForState(store, () => output.lines.some((line) => line.includes('notice')));
  store.dispatch(pageShown());

  store.dispatch(keystrokeTyped());
  switches.invocations.sendmessage = { error: `access_token=${token} is bad`, times: 1 };
  await store.dispatch(sendText('hello'));
  await waitForState(store, () => output.lines.some((line) => line.includes('is bad')));
  responses.send = { status: 400, body: token };
  await store.dispatch(sendText('again'));
  const image = new File(['pixels'], 'a.png', { type: 'image/png' });
  await store.dispatch(sendPickedImages([image]));
  responses.send = { body: 'OK' };
  await store.dispatch(sendPickedImages([image]));
  responses.upload = { status: 413, body: token };
  await store.dispatch(sendPickedImages([image]));

  switches.calls.negotiate = { status: 503, body: `Bearer ${token}` };
  hub.terminate();
  await waitForState(store, () => selectConnection(store.getState()) === 'Reconnecting');
  const hasNoCache = ({ api }: ReturnType<typeof store.getState>) =>
    Object.keys(api.queries).length === 0;
  await waitForState(store, (state) => isIdle(state) && hasNoCache(state));
  return chat;
}

describe('a session from login to logout, with failures', () => {
  beforeEach(async () => {
    const { store } = await visitEveryFeature();
    store.dispatch(logoutStarted('pressed'));
    await waitForState(store, selectIsLeaving);
  });

  test('has the token in requests, and in no action, state or console line', () => {
    const authorizations = server().requests.map(({ headers }) => headers.Authorization);
    expect(authorizations.filter((value) => value === `Bearer ${token}`).length).toBeGreaterThan(5);
    expect(steps().filter(hasSecret)).toEqual([]);
    expect(output.lines.length).toBeGreaterThan(5);
    expect(output.lines.filter(hasSecret)).toEqual([]);
  });

  test('logs the failures of the error catalogue as errors, and nothing else (S8)', () => {
    expect(output.at('error')).toEqual([
      'Login failed: 500',
      'Loading history failed: 500',
      'Sending a message failed: 400',
      'Sending a message failed: 400',
      'Sending an image failed: 413',
    ]);
  });

  test('leaves no request and no response in the state', () => {
    expect(steps().at(-1)?.state).toMatchObject({ api: { queries: {}, mutations: {} } });
    const kept = steps().filter(({ state }) => JSON.stringify(state).includes('"mutations":{"'));
    expect(kept).toEqual([]);
  });

  test('has the same states when its exported actions are replayed, without a request', () => {
    const requests = server().requests.length;
    const recorded = JSON.parse(JSON.stringify(steps())) as ReturnType<typeof steps>;
    let state: ReturnType<typeof reducer> | undefined;
    const replayed = recorded.map(({ action }) => (state = reducer(state, action)));
    expect(JSON.parse(JSON.stringify(replayed))).toEqual(recorded.map((step) => step.state));
    expect(server().requests).toHaveLength(requests);
  });
});

test('prerenderedState is Disconnected on the login screen, loading on the chat screen', () => {
  const { session, connection } = prerenderedState(false);
  expect([session.user, connection]).toEqual([null, 'Disconnected']);
  const chat = prerenderedState(true);
  expect(chat.session.user).not.toBeNull();
  expect([chat.messages.isLoading, chat.connection]).toEqual([true, 'Connecting']);
});
