import { chatClosed, selectConnection } from '../../../src/provider/hub';
import { checkSession, logOut, signIn } from '../../../src/session/session';
import {
  selectIsLeaving,
  selectIsSigningIn,
  selectLoginError,
  selectUser,
} from '../../../src/session/sessionSlice';
import { jwt, tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { isQuiet, makeChat, when } from '../../support/makeChat';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
const output = keepConsole();

const PHONE = '+994501234567';
const user = { id: 7, username: PHONE, role: 'user' };
const loginSucceeds = () => {
  server().answers.login = { body: JSON.stringify({ newtoken: tokenOf(7) }) };
};

/** The page at its start, with what is stored. */
const openPage = (token?: string) => makeChat(server().host, token === undefined ? {} : { token });

/** The page of a user who is signed in and connected. */
async function signedIn() {
  const page = openPage(tokenOf(7));
  page.store.dispatch(checkSession());
  await when(page.store, (state) => selectConnection(state) === 'Connected');
  await when(page.store, (state) => server().of('messages').length === 2 && isQuiet(state));
  return page;
}

describe('signing in', () => {
  test('asks with the number and an empty password, and opens the chat', async () => {
    loginSucceeds();
    const { store, tokens, hubs } = openPage();
    await store.dispatch(signIn(PHONE));
    expect(JSON.parse(String(server().of('login')[0]?.body))).toEqual({
      username: PHONE,
      password: '',
    });
    expect(tokens.read()).toBe(tokenOf(7));
    expect(selectUser(store.getState())).toEqual(user);
    expect(selectIsSigningIn(store.getState())).toBe(false);
    expect(selectLoginError(store.getState())).toBeNull();
    await when(store, (state) => selectConnection(state) === 'Connected');
    expect(hubs.made.map(({ userId }) => userId)).toEqual([7]);
  });

  test('is busy while the request runs, and asks once however often it is pressed', async () => {
    loginSucceeds();
    const { store } = openPage();
    const presses = [PHONE, PHONE, '+994', PHONE].map((phone) => store.dispatch(signIn(phone)));
    expect(selectIsSigningIn(store.getState())).toBe(true);
    expect(selectLoginError(store.getState())).toBeNull();
    await Promise.all(presses);
    expect(server().of('login')).toHaveLength(1);
  });

  test.each(['', '+994', '+99450123456', '+9945012345678'])(
    'is refused without a request where the number is %p',
    async (phone) => {
      const { store } = openPage();
      await store.dispatch(signIn(phone));
      expect(selectLoginError(store.getState())).toBe('invalidPhone');
      expect(selectIsSigningIn(store.getState())).toBe(false);
      expect(server().seen).toEqual([]);
    },
  );

  test.each([
    ['401', { status: 401 }],
    ['500', { status: 500 }],
    ['an unusable token', { body: '{"newtoken":"hello"}' }],
    ['a dropped line', { end: 'drop' }],
  ] as const)('fails with %s, and may be tried again', async (_, answer) => {
    server().answers.login = answer;
    const { store, tokens, hubs } = openPage();
    await store.dispatch(signIn(PHONE));
    expect(selectLoginError(store.getState())).toBe('loginFailed');
    expect(selectIsSigningIn(store.getState())).toBe(false);
    expect(selectUser(store.getState())).toBeNull();
    expect(tokens.storage.size).toBe(0);
    expect(hubs.made).toEqual([]);
    expect(server().of('messages')).toEqual([]);

    loginSucceeds();
    const again = store.dispatch(signIn(PHONE));
    expect(selectLoginError(store.getState())).toBeNull();
    await again;
    expect(selectUser(store.getState())).toEqual(user);
  });

  test('clears the error of a number that was refused', async () => {
    loginSucceeds();
    const { store } = openPage();
    await store.dispatch(signIn('+994'));
    void store.dispatch(signIn(PHONE));
    expect(selectLoginError(store.getState())).toBeNull();
    await when(store, (state) => selectUser(state) !== null);
  });
});

describe('the page at its start', () => {
  test('restores the user of the stored token, and asks for the history', async () => {
    const { store, tokens, hubs, navigations } = await signedIn();
    expect(selectUser(store.getState())).toEqual(user);
    expect(tokens.read()).toBe(tokenOf(7));
    expect(hubs.made).toHaveLength(1);
    expect(navigations).toEqual([]);
    expect(server().of('login')).toEqual([]);
  });

  test('restores the user of a token whose time is over: the server decides', () => {
    const { store } = openPage(tokenOf(7, 1));
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toEqual(user);
    store.dispatch(chatClosed());
  });

  test.each(['hello', '', jwt({ nameid: 'x' })])('removes an unusable token: %p', (token) => {
    const { store, tokens, navigations } = openPage(token);
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toBeNull();
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual([]);
    expect(server().seen).toEqual([]);
  });

  test('does nothing without a token', () => {
    const { store, hubs, navigations } = openPage();
    const before = store.getState();
    store.dispatch(checkSession());
    expect(store.getState()).toBe(before);
    expect(hubs.made).toEqual([]);
    expect(navigations).toEqual([]);
  });
});

describe('the page looking again', () => {
  test('leaves where the user has signed out elsewhere, or the page was restored after that', async () => {
    const { store, tokens, hubs, navigations } = await signedIn();
    tokens.remove();
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toBeNull();
    expect(navigations).toEqual(['login']);
    await when(store, (state) => selectConnection(state) === 'Disconnected');
    expect(hubs.last.stops).toBe(1);
  });

  test('leaves where the token has become unusable', async () => {
    const { store, tokens, navigations } = await signedIn();
    tokens.save('hello');
    store.dispatch(checkSession());
    expect(navigations).toEqual(['login']);
    expect(tokens.storage.size).toBe(0);
    store.dispatch(chatClosed());
  });

  test('is loaded anew where another user has signed in', async () => {
    const { store, tokens, navigations } = await signedIn();
    tokens.save(tokenOf(8));
    store.dispatch(checkSession());
    expect(navigations).toEqual(['reload']);
    expect(selectUser(store.getState())).toEqual(user);
    expect(tokens.read()).toBe(tokenOf(8));
    store.dispatch(chatClosed());
  });

  test('opens the chat again where it was closed and the user is the same', async () => {
    const { store, hubs, navigations } = await signedIn();
    store.dispatch(chatClosed());
    await when(store, (state) => selectConnection(state) === 'Disconnected');
    store.dispatch(checkSession());
    await when(store, (state) => selectConnection(state) === 'Connected');
    expect(hubs.made).toHaveLength(2);
    expect(navigations).toEqual([]);
  });

  test('signs in where somebody has signed in elsewhere', async () => {
    const { store, tokens } = openPage();
    store.dispatch(checkSession());
    tokens.save(tokenOf(7));
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toEqual(user);
    await when(store, (state) => selectConnection(state) === 'Connected');
  });
});

describe('logging out', () => {
  test('stops the hub, removes the token, and loads the login page', async () => {
    const { store, tokens, hubs, navigations } = await signedIn();
    const leaving = store.dispatch(logOut());
    expect(selectIsLeaving(store.getState())).toBe(true);
    expect(hubs.last.stops).toBe(1);
    expect(navigations).toEqual([]);
    await leaving;
    expect(selectConnection(store.getState())).toBe('Disconnected');
    expect(tokens.storage.size).toBe(0);
    expect(selectUser(store.getState())).toBeNull();
    expect(selectIsLeaving(store.getState())).toBe(false);
    expect(navigations).toEqual(['login']);
  });

  test('happens once, however often it is pressed', async () => {
    const { store, navigations } = await signedIn();
    await Promise.all([store.dispatch(logOut()), store.dispatch(logOut())]);
    expect(navigations).toEqual(['login']);
  });

  test('happens once, although the page looks at the token meanwhile', async () => {
    const { store, hubs, navigations } = await signedIn();
    const leaving = store.dispatch(logOut());
    store.dispatch(checkSession());
    await leaving;
    expect(selectConnection(store.getState())).toBe('Disconnected');
    expect(hubs.made).toHaveLength(1);
    expect(navigations).toEqual(['login']);
  });

  test('needs somebody who is signed in', async () => {
    const { store, navigations } = openPage();
    await store.dispatch(logOut());
    expect(navigations).toEqual([]);
  });

  test('keeps the token while the hub is being stopped, so that it can say goodbye', async () => {
    const { store, tokens } = await signedIn();
    const leaving = store.dispatch(logOut());
    expect(tokens.read()).toBe(tokenOf(7));
    await leaving;
  });

  test('is not worth a log line', async () => {
    const { store } = await signedIn();
    await store.dispatch(logOut());
    expect(output.lines).toEqual([]);
  });
});
