import { api } from '../../../../src/api/api';
import { own, tokenOf } from '../../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../../support/console/captureConsole';
import { useRestServer } from '../../../support/fakes/restServer';
import { makeChat, waitForState } from '../../../support/stores/makeChat';

const server = useRestServer();
const output = captureConsole(
  FAILED_CALL,
  /^An unhandled error occurred processing a request for the endpoint "send"/,
);
const { history, send, upload, login } = api.endpoints;
const chat = () => makeChat(server().host, { token: tokenOf(7) });

describe('failure log', () => {
  test('logs a failed history request, without the response body (S8)', async () => {
    server().responses.messages = { status: 503, body: '<h1>secret</h1>' };
    await chat().store.dispatch(history.initiate({ userId: 7, requestKey: 'a' }));
    expect(output.lines).toEqual(['error: Loading history failed: 503']);
  });

  test('logs a failed message, without the response body (S8)', async () => {
    server().responses.send = { status: 400, body: '{"title":"secret"}' };
    await chat().store.dispatch(send.initiate(own()));
    expect(output.lines).toEqual(['error: Sending a message failed: 400']);
  });

  test('logs a failed upload (S8)', async () => {
    server().responses.upload = { status: 413 };
    const { store, services } = chat();
    services.images.set('key', new File(['x'], 'a.png'));
    await store.dispatch(upload.initiate({ userId: 7, key: 'key', name: 'a.png' }));
    expect(output.lines).toEqual(['error: Sending an image failed: 413']);
  });

  test('does not log a request that the customer has cancelled', async () => {
    server().responses.send = { failure: 'noResponse' };
    const { store } = chat();
    const sending = store.dispatch(send.initiate(own()));
    await waitForState(store, () => Object.keys(store.getState().api.mutations).length === 1);
    sending.abort();
    await sending;
    expect(output.lines).toEqual([]);
  });

  test('does not log a failed login, which is shown (S8)', async () => {
    server().responses.login = { status: 401 };
    await chat().store.dispatch(login.initiate({ username: '', password: '' }));
    expect(output.lines).toEqual([]);
  });

  test('logs an error text without the token, and cut to 2 KB', async () => {
    const token = tokenOf(7);
    const { store, services } = chat();
    services.tokens.readFor = () => {
      throw new Error(`No access to access_token=${token} ${'a'.repeat(10_000)}`);
    };
    await store.dispatch(send.initiate(own()));
    const line = output.lines.find((text) => text.startsWith('error: Sending a message failed:'));
    expect(line).toContain('Sending a message failed: No access to access_token=*** aaa');
    expect(line?.length).toBeLessThan(2_200);
  });
});
