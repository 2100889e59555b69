import { api } from '../../../src/provider/api';
import { chatClosed, HubRefusedError, selectConnection } from '../../../src/provider/hub';
import { checkSession } from '../../../src/session/session';
import { selectUser } from '../../../src/session/sessionSlice';
import { FakeHubs } from '../../support/fakeHub';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { isQuiet, makeChat, when } from '../../support/makeChat';
import { own } from '../../support/messages';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
keepConsole();

const EXPIRY = 1_800_000_000;
const BEFORE = EXPIRY * 1000 - 1;
const AFTER = EXPIRY * 1000;

async function signedIn(now: number, token = tokenOf(7, EXPIRY)) {
  const page = makeChat(server().host, { token, now: () => now });
  page.store.dispatch(checkSession());
  await when(page.store, (state) => selectConnection(state) === 'Connected');
  await when(page.store, (state) => server().of('messages').length === 2 && isQuiet(state));
  return page;
}

describe('a 401', () => {
  test('for a token whose time is over ends the session as logout does', async () => {
    const { store, tokens, hubs, navigations } = await signedIn(AFTER);
    server().answers.send = { status: 401 };
    await store.dispatch(api.endpoints.send.initiate(own()));
    await when(store, (state) => selectUser(state) === null);
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual(['login']);
    expect(hubs.last.stops).toBe(1);
  });

  test('for a token whose time is not over is a failure like any other', async () => {
    const { store, tokens, navigations } = await signedIn(BEFORE);
    server().answers.send = { status: 401 };
    await store.dispatch(api.endpoints.send.initiate(own()));
    expect(selectUser(store.getState())?.id).toBe(7);
    expect(tokens.read()).not.toBeNull();
    expect(navigations).toEqual([]);
    store.dispatch(chatClosed());
  });

  test('for a token without an end is a failure like any other', async () => {
    const { store, navigations } = await signedIn(AFTER, tokenOf(7));
    server().answers.send = { status: 401 };
    await store.dispatch(api.endpoints.send.initiate(own()));
    expect(selectUser(store.getState())?.id).toBe(7);
    expect(navigations).toEqual([]);
    store.dispatch(chatClosed());
  });

  test('of several calls at once ends the session once', async () => {
    const { store, navigations } = await signedIn(AFTER);
    server().answers.send = { status: 401 };
    const send = () => store.dispatch(api.endpoints.send.initiate(own()));
    await Promise.all([send(), send(), send()]);
    await when(store, (state) => selectUser(state) === null);
    expect(navigations).toEqual(['login']);
  });

  test('that comes late, when another tab has signed in anew, ends nothing', async () => {
    const { store, tokens, navigations } = await signedIn(AFTER);
    server().answers.send = { status: 401 };
    const sent = store.dispatch(api.endpoints.send.initiate(own()));
    tokens.save(tokenOf(7, EXPIRY - 1));
    await sent;
    expect(store.getState().session.isLeaving).toBe(false);
    expect(navigations).toEqual([]);
    store.dispatch(chatClosed());
  });

  test('where nobody is signed in ends nothing', async () => {
    server().answers.login = { status: 401 };
    const { store, navigations } = makeChat(server().host);
    await store.dispatch(api.endpoints.login.initiate({ username: '+994501234567', password: '' }));
    expect(navigations).toEqual([]);
  });
});

test.each([400, 403, 404, 500])(
  'a %d ends no session, however old the token is',
  async (status) => {
    const { store, navigations } = await signedIn(AFTER);
    server().answers.send = { status };
    await store.dispatch(api.endpoints.send.initiate(own()));
    expect(selectUser(store.getState())?.id).toBe(7);
    expect(navigations).toEqual([]);
    store.dispatch(chatClosed());
  },
);

test('a hub that refuses a token whose time is over ends the session too', async () => {
  const hubs = new FakeHubs(({ starting, stopping }) => {
    starting.reject(new HubRefusedError(401));
    stopping.resolve();
  });
  const { store, tokens, navigations } = makeChat(server().host, {
    token: tokenOf(7, EXPIRY),
    createHub: hubs.create,
    now: () => AFTER,
  });
  store.dispatch(checkSession());
  await when(store, (state) => selectUser(state) === null);
  await when(store, isQuiet);
  expect(tokens.storage.size).toBe(0);
  expect(navigations).toEqual(['login']);
});
