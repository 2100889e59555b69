import { api } from '../../../src/api/api';
import { tokenOf } from '../../support/builders/builders';
import { captureConsole } from '../../support/console/captureConsole';
import { useRestServer } from '../../support/fakes/restServer';
import { makeChat } from '../../support/stores/makeChat';

const server = useRestServer();
captureConsole();
const { login } = api.endpoints;

const credentials = { username: '+994501234567', password: '' };
const chat = (token?: string) => makeChat(server().host, token === undefined ? {} : { token });

describe('login', () => {
  test('sends the number with an empty password, and stores the token', async () => {
    server().responses.login = { body: JSON.stringify({ newtoken: tokenOf(7), more: 1 }) };
    const { store, tokens } = chat();
    const { data } = await store.dispatch(login.initiate(credentials));
    expect(JSON.parse(String(server().requests[0]?.body))).toEqual(credentials);
    expect(server().requests[0]?.contentType).toContain('application/json');
    expect(data).toBeNull();
    expect(tokens.read()).toBe(tokenOf(7));
  });

  test.each([
    ['no token', '{}'],
    ['an empty token', '{"newtoken":""}'],
    ['a token that is not a string', '{"newtoken":7}'],
    ['a token that cannot be decoded', '{"newtoken":"hello"}'],
    ['a token without an id', JSON.stringify({ newtoken: tokenOf(Number.NaN) })],
    ['null as its body', 'null'],
    ['a string as its body', '"hello"'],
    ['an empty body', ''],
  ])('fails for a response with %s, and stores nothing', async (_, body) => {
    server().responses.login = { body };
    const { store, tokens } = chat();
    const { data, error } = await store.dispatch(login.initiate(credentials));
    expect(data).toBeUndefined();
    expect(error).toEqual({ status: 'UNUSABLE_TOKEN' });
    expect(tokens.storage.size).toBe(0);
  });

  test.each([
    ['401', { status: 401, body: '{"newtoken":"x"}' }, 401],
    ['500', { status: 500, body: '<h1>System.Exception</h1>' }, 500],
    ['an HTML page', { body: '<!doctype html>' }, 'PARSING_ERROR'],
    ['a dropped connection', { failure: 'dropped' }, 'FETCH_ERROR'],
    [
      'a body that is cut off',
      { body: `{"newtoken":"${tokenOf(7)}"`, failure: 'cut' },
      'FETCH_ERROR',
    ],
  ] as const)('fails with %s, and keeps nothing of the response', async (_, response, status) => {
    server().responses.login = response;
    const { store, tokens } = chat();
    const { error } = await store.dispatch(login.initiate(credentials));
    expect(error).toEqual({ status });
    expect(tokens.storage.size).toBe(0);
  });

  test('keeps the stored token when it fails', async () => {
    server().responses.login = { status: 500 };
    const { store, tokens } = chat(tokenOf(7));
    await store.dispatch(login.initiate(credentials));
    expect(tokens.read()).toBe(tokenOf(7));
  });
});
