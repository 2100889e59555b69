import { api } from '../../../src/provider/api';
import { pass, useClock } from '../../support/clock';
import { deferred } from '../../support/deferred';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { own } from '../../support/messages';
import { useRestServer, type Answer } from '../../support/restServer';

useClock();
const server = useRestServer();
keepConsole();

const { login, history, send } = api.endpoints;

test.each([
  ['login', 'login', login.initiate({ username: '+994501234567', password: '' })],
  ['history', 'messages', history.initiate({ userId: 7, request: 1 })],
  ['send', 'send', send.initiate(own())],
] as const)('%s is given up after 100 seconds without an answer', async (_, call, request) => {
  const arrived = deferred();
  server().answers[call] = () => {
    arrived.resolve();
    return deferred<Answer>().promise;
  };
  const { store } = makeChat(server().host, { token: tokenOf(7) });
  let result: unknown;
  const asking = store.dispatch(request as ReturnType<typeof send.initiate>).then((outcome) => {
    result = outcome.error;
  });
  await arrived.promise;
  await pass(99_999);
  expect(result).toBeUndefined();
  await pass(1);
  await asking;
  expect(result).toEqual({ status: 'TIMEOUT_ERROR' });
});
