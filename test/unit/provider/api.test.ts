import { api } from '../../../src/provider/api';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { own } from '../../support/messages';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
keepConsole();
const { login, history, send } = api.endpoints;

const credentials = { username: '+994501234567', password: '' };
const chat = (token?: string) => makeChat(server().host, token === undefined ? {} : { token });
const json = (body: unknown): unknown => JSON.parse(String(body));

describe('every call', () => {
  const calls = [
    ['login', login.initiate(credentials), 'POST', '/api/66/login'],
    ['history', history.initiate({ userId: 7, request: 1 }), 'GET', '/api/66/messages/7'],
    ['send', send.initiate(own()), 'POST', '/api/66/send'],
  ] as const;

  test.each(calls)('%s goes to its address', async (_, call, method, path) => {
    const { store } = chat(tokenOf(7));
    await store.dispatch(call as ReturnType<typeof send.initiate>);
    expect(server().seen).toMatchObject([{ method, path }]);
  });

  test.each(calls)('%s carries the token as Bearer', async (_, call) => {
    const { store } = chat(tokenOf(7));
    await store.dispatch(call as ReturnType<typeof send.initiate>);
    expect(server().seen).toMatchObject([{ authorization: `Bearer ${tokenOf(7)}` }]);
  });

  test.each(calls)('%s carries nothing where there is no token', async (_, call) => {
    const { store } = chat();
    await store.dispatch(call as ReturnType<typeof send.initiate>);
    expect(server().seen).toMatchObject([{ authorization: undefined }]);
  });

  test('carries the token of that moment', async () => {
    const { store, tokens } = chat(tokenOf(7));
    await store.dispatch(send.initiate(own()));
    tokens.save(tokenOf(8));
    await store.dispatch(send.initiate(own()));
    expect(server().seen.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${tokenOf(7)}`,
      `Bearer ${tokenOf(8)}`,
    ]);
  });
});

describe('login', () => {
  test('sends number and empty password, stores the token and answers with the user', async () => {
    server().answers.login = { body: JSON.stringify({ newtoken: tokenOf(7), more: 1 }) };
    const { store, tokens } = chat();
    const { data } = await store.dispatch(login.initiate(credentials));
    expect(json(server().seen[0]?.body)).toEqual(credentials);
    expect(server().seen[0]?.type).toContain('application/json');
    expect(data).toEqual({ id: 7, username: '+994501234567', role: 'user' });
    expect(tokens.read()).toBe(tokenOf(7));
  });

  test.each([
    ['no token', '{}'],
    ['an empty token', '{"newtoken":""}'],
    ['a token that is no text', '{"newtoken":7}'],
    ['an unreadable token', '{"newtoken":"hello"}'],
    ['a token without an id', JSON.stringify({ newtoken: tokenOf(Number.NaN) })],
    ['null', 'null'],
    ['a text', '"hello"'],
    ['nothing', ''],
  ])('fails where the answer holds %s, and stores nothing', async (_, body) => {
    server().answers.login = { body };
    const { store, tokens } = chat();
    const { data, error } = await store.dispatch(login.initiate(credentials));
    expect(data).toBeUndefined();
    expect(error).toEqual({ status: 'UNUSABLE_TOKEN' });
    expect(tokens.storage.size).toBe(0);
  });

  test.each([
    ['401', { status: 401, body: '{"newtoken":"x"}' }, 401],
    ['500', { status: 500, body: '<h1>System.Exception</h1>' }, 500],
    ['a page', { body: '<!doctype html>' }, 'PARSING_ERROR'],
    ['a dropped line', { end: 'drop' }, 'FETCH_ERROR'],
    ['half an answer', { body: `{"newtoken":"${tokenOf(7)}"`, end: 'cut' }, 'PARSING_ERROR'],
  ] as const)('fails with %s, and nothing of the answer is kept', async (_, answer, status) => {
    server().answers.login = answer;
    const { store, tokens } = chat();
    const { error } = await store.dispatch(login.initiate(credentials));
    expect(error).toEqual({ status });
    expect(tokens.storage.size).toBe(0);
  });

  test('leaves a token alone that was stored before, where it fails', async () => {
    server().answers.login = { status: 500 };
    const { store, tokens } = chat(tokenOf(7));
    await store.dispatch(login.initiate(credentials));
    expect(tokens.read()).toBe(tokenOf(7));
  });
});
