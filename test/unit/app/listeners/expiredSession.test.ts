import { api } from '../../../../src/api/api';
import { selectConnection } from '../../../../src/realtime/connectionSlice';
import { chatClosed } from '../../../../src/realtime/hubActions';
import { HubRejectedError } from '../../../../src/services/hubClient';
import { checkSession } from '../../../../src/session/sessionThunks';
import { selectUser } from '../../../../src/session/sessionSlice';
import { FakeHubClients } from '../../../support/fakes/fakeHubClient';
import { tokenOf, own } from '../../../support/builders/builders';
import {
  FAILED_CALL,
  FAILED_CONNECTION,
  captureConsole,
} from '../../../support/console/captureConsole';
import { isIdle, makeChat, waitForState } from '../../../support/stores/makeChat';
import { useRestServer } from '../../../support/fakes/restServer';

const server = useRestServer();
captureConsole(FAILED_CALL, FAILED_CONNECTION);

/** The token's `exp`, in seconds. */
const EXPIRY = 1_800_000_000;
const BEFORE_EXPIRY = EXPIRY * 1000 - 1;
const AFTER_EXPIRY = EXPIRY * 1000;
const DAY = 86_400_000;

async function signedIn(now: number, token = tokenOf(7, EXPIRY)) {
  const chat = makeChat(server().host, { token, now: () => now });
  chat.store.dispatch(checkSession());
  await waitForState(chat.store, (state) => selectConnection(state) === 'Connected');
  await waitForState(
    chat.store,
    (state) => selectConnection(state) === 'Connected' && isIdle(state),
  );
  return chat;
}

describe('expired session', () => {
  test('logs out after a 401 for an expired token', async () => {
    const { store, tokens, clients, navigations } = await signedIn(AFTER_EXPIRY);
    server().responses.send = { status: 401 };
    await store.dispatch(api.endpoints.send.initiate(own()));
    await waitForState(store, (state) => selectUser(state) === null);
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual(['login']);
    expect(clients.last.stops).toBe(1);
  });

  test('stays signed in after a 401 for a token that has not expired', async () => {
    const { store, tokens, navigations } = await signedIn(BEFORE_EXPIRY);
    server().responses.send = { status: 401 };
    await store.dispatch(api.endpoints.send.initiate(own()));
    expect(selectUser(store.getState())?.id).toBe(7);
    expect(tokens.read()).not.toBeNull();
    expect(navigations).toEqual([]);
    store.dispatch(chatClosed());
  });

  test.each([
    [null, 'a day behind', BEFORE_EXPIRY - DAY, AFTER_EXPIRY],
    [7, 'a day ahead', AFTER_EXPIRY + DAY, BEFORE_EXPIRY],
  ])(
    'leads to user %p after a 401 if the device’s clock is %s, because the response has a date',
    async (user, _, now, responded) => {
      const date = new Date(responded).toUTCString();
      const { store } = makeChat(server().host, {
        token: tokenOf(7, EXPIRY),
        now: () => now,
        transport: () => Promise.resolve({ status: 401, text: '', date }),
      });
      store.dispatch(checkSession());
      await waitForState(store, isIdle);
      await waitForState(store, ({ session }) => !session.isLoggingOut);
      expect(selectUser(store.getState())?.id ?? null).toBe(user);
    },
  );

  test('logs out once after several 401 responses', async () => {
    const { store, navigations } = await signedIn(AFTER_EXPIRY);
    server().responses.send = { status: 401 };
    const send = () => store.dispatch(api.endpoints.send.initiate(own()));
    await Promise.all([send(), send(), send()]);
    await waitForState(store, (state) => selectUser(state) === null);
    expect(navigations).toEqual(['login']);
  });

  test('stays signed in if another tab has stored a new token since the request', async () => {
    const { store, tokens, navigations } = await signedIn(AFTER_EXPIRY);
    server().responses.send = { status: 401 };
    const sending = store.dispatch(api.endpoints.send.initiate(own()));
    tokens.save(tokenOf(7, EXPIRY - 1));
    await sending;
    expect(store.getState().session.isLoggingOut).toBe(false);
    expect(navigations).toEqual([]);
    store.dispatch(chatClosed());
  });

  test('does not log out after a 401 for a sign-in', async () => {
    server().responses.login = { status: 401 };
    const { store, navigations } = makeChat(server().host);
    await store.dispatch(api.endpoints.login.initiate({ username: '+994501234567', password: '' }));
    expect(navigations).toEqual([]);
  });

  test.each([400, 403, 404, 500])(
    'stays signed in after a %d, even with an expired token',
    async (status) => {
      const { store, navigations } = await signedIn(AFTER_EXPIRY);
      server().responses.send = { status };
      await store.dispatch(api.endpoints.send.initiate(own()));
      expect(selectUser(store.getState())?.id).toBe(7);
      expect(navigations).toEqual([]);
      store.dispatch(chatClosed());
    },
  );

  test('logs out when the hub rejects an expired token', async () => {
    const clients = new FakeHubClients(({ starting, stopping }) => {
      starting.reject(new HubRejectedError(401));
      stopping.resolve();
    });
    const { store, tokens, navigations } = makeChat(server().host, {
      token: tokenOf(7, EXPIRY),
      createHubClient: clients.create,
      now: () => AFTER_EXPIRY,
    });
    store.dispatch(checkSession());
    await waitForState(store, (state) => selectUser(state) === null);
    await waitForState(store, isIdle);
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual(['login']);
  });
});
