import { api } from '../../../src/provider/api';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { own } from '../../support/messages';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
keepConsole();
const { send } = api.endpoints;

const chat = () => makeChat(server().host, { token: tokenOf(7) });
const json = (body: unknown): unknown => JSON.parse(String(body));

describe('send', () => {
  test('posts the message as JSON', async () => {
    await chat().store.dispatch(send.initiate(own()));
    expect(json(server().seen[0]?.body)).toEqual(own());
    expect(server().seen[0]?.type).toContain('application/json');
  });

  test.each([
    ['OK', { body: 'OK' }],
    ['JSON', { body: '{"id":1}' }],
    ['nothing', { body: '' }],
    ['a page', { body: '<!doctype html>' }],
    ['half a JSON', { body: '{"id"' }],
    ['201', { status: 201, body: 'Created' }],
    ['202 and an error', { status: 202, body: '{"error":"x"}' }],
    ['204', { status: 204 }],
    ['a body that is cut', { body: 'O', end: 'cut' }],
    ['a body that hangs', { body: 'O', end: 'hang' }],
  ] as const)('succeeds with %s, for the answer is not read', async (_, answer) => {
    server().answers.send = answer;
    const result = await chat().store.dispatch(send.initiate(own()));
    expect(result).toEqual({ data: null });
  });

  test.each([
    ['400', { status: 400, body: '{"errors":{}}' }, 400],
    ['401', { status: 401 }, 401],
    ['413', { status: 413 }, 413],
    ['500', { status: 500, body: '<h1>x</h1>' }, 500],
    ['503 that hangs', { status: 503, body: 'x', end: 'hang' }, 503],
    ['a dropped line', { end: 'drop' }, 'FETCH_ERROR'],
  ] as const)('fails with %s', async (_, answer, status) => {
    server().answers.send = answer;
    const result = await chat().store.dispatch(send.initiate(own()));
    expect(result).toEqual({ error: { status } });
  });
});
