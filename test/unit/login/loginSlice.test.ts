import { logIn, selectIsLoggingIn, selectLoginError } from '../../../src/login/loginSlice';
import { selectUser } from '../../../src/session/sessionSlice';
import { checkSession } from '../../../src/session/sessionThunks';
import { tokenOf } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';
import { makeChat } from '../../support/stores/makeChat';

const server = fakeProviderForEachTest();
captureConsole(FAILED_CALL);

test('logIn changes nothing if it fails after another tab has logged in', async () => {
  const response = server().hold('login');
  const { store, tokens } = makeChat({ fetch: server().fetch, token: null });
  const attempt = store.dispatch(logIn('+994501234567'));
  tokens.save(tokenOf(7));
  store.dispatch(checkSession());
  response.resolve({ status: 500 });
  await attempt;
  const state = store.getState();
  expect(selectUser(state)?.id).toBe(7);
  expect([selectIsLoggingIn(state), selectLoginError(state)]).toEqual([false, null]);
});
