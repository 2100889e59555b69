import { api } from '../../../src/api/api';
import { tokenOf, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
captureConsole(FAILED_CALL);
const { login, history, send, upload } = api.endpoints;

const credentials = { username: '+994501234567', password: '' };
const chat = (token?: string) => makeChat(server().host, token === undefined ? {} : { token });

describe('api', () => {
  const requests = [
    ['login', login.initiate(credentials), 'POST', '/api/66/login'],
    ['history', history.initiate({ userId: 7, requestKey: 'a' }), 'GET', '/api/66/messages/7'],
    ['send', send.initiate(own()), 'POST', '/api/66/send'],
  ] as const;

  test.each(requests)('sends %s to its URL', async (_, request, method, path) => {
    const { store } = chat(tokenOf(7));
    await store.dispatch(request as ReturnType<typeof send.initiate>);
    expect(server().requests).toMatchObject([{ method, path }]);
  });

  test.each(requests)('sends %s with the token as Bearer header', async (_, request) => {
    const { store } = chat(tokenOf(7));
    await store.dispatch(request as ReturnType<typeof send.initiate>);
    expect(server().requests).toMatchObject([{ authorization: `Bearer ${tokenOf(7)}` }]);
  });

  test('sends a login without an Authorization header if no token is stored', async () => {
    await chat().store.dispatch(login.initiate(credentials));
    expect(server().requests).toMatchObject([{ authorization: undefined }]);
  });

  test('reads the stored token for each request', async () => {
    const { store, tokens } = chat(tokenOf(7, 1));
    await store.dispatch(send.initiate(own()));
    tokens.save(tokenOf(7, 2));
    await store.dispatch(send.initiate(own()));
    expect(server().requests.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${tokenOf(7, 1)}`,
      `Bearer ${tokenOf(7, 2)}`,
    ]);
  });

  const calls = [
    ['history', history.initiate({ userId: 7, requestKey: 'a' })],
    ['send', send.initiate(own())],
    ['upload', upload.initiate({ userId: 7, key: 'key', name: 'a.png' })],
  ] as const;

  test.each(calls)('makes no %s request with another user’s token or none', async (_, request) => {
    for (const token of [tokenOf(8), undefined]) {
      const { store, services } = chat(token);
      services.images.set('key', new File(['x'], 'a.png'));
      const { error } = await store.dispatch(request as ReturnType<typeof send.initiate>);
      expect(error).toEqual({ status: 'FOREIGN_TOKEN' });
    }
    expect(server().requests).toEqual([]);
  });
});
