import { api } from '../../../src/api/api';
import { tokenOf, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
captureConsole(FAILED_CALL);
const { send } = api.endpoints;

const chat = () => makeChat(server().host, { token: tokenOf(7) });

describe('send', () => {
  test('posts the message as JSON', async () => {
    await chat().store.dispatch(send.initiate(own()));
    expect(JSON.parse(String(server().requests[0]?.body))).toEqual(own());
    expect(server().requests[0]?.contentType).toContain('application/json');
  });

  test.each([
    ['a text', { body: 'OK' }],
    ['JSON', { body: '{"id":1}' }],
    ['an empty body', { body: '' }],
    ['an HTML page', { body: '<!doctype html>' }],
    ['incomplete JSON', { body: '{"id"' }],
    ['201', { status: 201, body: 'Created' }],
    ['202 and an error', { status: 202, body: '{"error":"x"}' }],
    ['204', { status: 204 }],
    ['299', { status: 299 }],
    ['a body that is cut off', { body: 'O', failure: 'cut' }],
    ['a body that never ends', { body: 'O', failure: 'stalled' }],
  ] as const)('succeeds with %s, because the body is ignored (S7)', async (_, response) => {
    server().responses.send = response;
    const result = await chat().store.dispatch(send.initiate(own()));
    expect(result).toEqual({ data: null });
  });

  test.each([
    ['300', { status: 300 }, 300],
    ['400', { status: 400, body: '{"errors":{}}' }, 400],
    ['401', { status: 401 }, 401],
    ['413', { status: 413 }, 413],
    ['500', { status: 500, body: '<h1>x</h1>' }, 500],
    ['503 and a body that never ends', { status: 503, body: 'x', failure: 'stalled' }, 503],
    ['a dropped connection', { failure: 'dropped' }, 'FETCH_ERROR'],
  ] as const)('fails with %s', async (_, response, status) => {
    server().responses.send = response;
    const result = await chat().store.dispatch(send.initiate(own()));
    expect(result).toEqual({ error: { status } });
  });
});
