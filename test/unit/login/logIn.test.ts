import { logIn } from '../../../src/login/logIn';
import { phoneEdited, selectIsLoggingIn, selectLoginError } from '../../../src/login/loginSlice';
import { selectUser } from '../../../src/session/sessionSlice';
import { checkSession } from '../../../src/session/sessionThunks';
import { tokenOf } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { useProvider } from '../../support/fakes/fakeProvider';
import { makeChat } from '../../support/stores/makeChat';

const server = useProvider();
captureConsole(FAILED_CALL);

const PHONE = '+994501234567';
const user = { id: 7, username: PHONE, role: 'user' };
const loginSucceeds = () => {
  server().responses.login = { body: JSON.stringify({ newtoken: tokenOf(7) }) };
};

/** Opens the login screen, and returns its state too. */
function openLogin() {
  const chat = makeChat({ fetch: server().fetch, token: null });
  const state = () => chat.store.getState();
  return {
    ...chat,
    isLoggingIn: () => selectIsLoggingIn(state()),
    error: () => selectLoginError(state()),
    user: () => selectUser(state()),
  };
}

describe('logIn', () => {
  test('makes one request when it is dispatched several times', async () => {
    loginSucceeds();
    const { store, isLoggingIn, error } = openLogin();
    const attempts = [PHONE, PHONE, '+994', PHONE].map((phone) => store.dispatch(logIn(phone)));
    expect([isLoggingIn(), error()]).toEqual([true, null]);
    await Promise.all(attempts);
    const bodies = server()
      .requestsTo('login')
      .map(({ body }) => body);
    expect(bodies).toEqual([JSON.stringify({ username: PHONE, password: '' })]);
  });

  test('rejects an incomplete number without a request, until it is edited', async () => {
    const { store, isLoggingIn, error } = openLogin();
    await store.dispatch(logIn('+99450123456'));
    expect([isLoggingIn(), error()]).toEqual([false, 'invalidPhone']);
    expect(server().requests).toEqual([]);
    store.dispatch(phoneEdited());
    expect(error()).toBeNull();
  });

  test('reports loginFailed after a failure and can be dispatched again', async () => {
    server().responses.login = { body: '{"newtoken":"hello"}' };
    const { store, tokens, isLoggingIn, error, user: current } = openLogin();
    await store.dispatch(logIn(PHONE));
    expect([isLoggingIn(), error()]).toEqual([false, 'loginFailed']);
    expect(current()).toBeNull();
    expect(tokens.storage.size).toBe(0);
    loginSucceeds();
    const secondAttempt = store.dispatch(logIn(PHONE));
    expect(error()).toBeNull();
    await secondAttempt;
    expect(current()).toEqual(user);
  });

  test('changes nothing if it fails after another tab has logged in', async () => {
    const response = server().hold('login');
    const { store, tokens, isLoggingIn, error, user: current } = openLogin();
    const attempt = store.dispatch(logIn(PHONE));
    tokens.save(tokenOf(7));
    store.dispatch(checkSession());
    response.resolve({ status: 500 });
    await attempt;
    expect(current()).toEqual(user);
    expect([isLoggingIn(), error()]).toEqual([false, null]);
  });
});
