import type { Call } from '../../rest/calls';
import type { Fault } from '../../control/switches';
import { PNG } from '../../../support/contract/restClient';
import { negotiate } from '../../../support/contract/rawHub';
import { openStandIn, type StandIn } from '../../../support/contract/standIn';
import { postJson } from '../../../support/contract/target';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await openStandIn();
});
beforeEach(() => standIn.provider.reset());
afterAll(() => standIn.provider.stop());

const setFault = (call: Call, fault: Fault | Fault[]): void => {
  standIn.provider.switches.calls[call] = fault;
};
const login = (): Promise<Response> =>
  postJson(`${standIn.provider.url}/api/66/login`, { username: '+994501234567', password: '' });
const storedCount = (): number => standIn.provider.conversation(standIn.customer.id).length;
const imageUrl = async (): Promise<string> =>
  ((await (await standIn.client.upload(PNG)).json()) as { imageUrl: string }).imageUrl;

const CALLS: Partial<Record<Call, () => Promise<Response>>> = {
  login,
  messages: () => standIn.client.messages(),
  send: () => standIn.client.send({}),
  upload: () => standIn.client.upload(PNG),
  image: async () => fetch(`${standIn.provider.url}/${await imageUrl()}`),
  negotiate: () => negotiate(standIn.provider, standIn.customer),
};
const calls = Object.entries(CALLS) as [Call, () => Promise<Response>][];

describe.each(calls)('a fault of the %s call', (name, call) => {
  test('responds with its status, content type and body', async () => {
    setFault(name, { status: 503, body: '<h1>Busy</h1>', contentType: 'text/html' });
    const response = await call();
    expect(response.status).toBe(503);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await response.text()).toBe('<h1>Busy</h1>');
  });

  test('destroys the socket with `drop`', async () => {
    setFault(name, { end: 'drop' });
    await expect(call()).rejects.toThrow('fetch failed');
    const isDropped = ({ call: c, status }: { call: Call; status: unknown }): boolean =>
      c === name && status === 'dropped';
    await standIn.provider.ledger.waitFor((e) => e.kind === 'request' && isDropped(e));
  });

  test('destroys the socket after half of the body with `cut`', async () => {
    setFault(name, { end: 'cut' });
    const response = await call();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('affects the number of calls given by `times`', async () => {
    setFault(name, { status: 500, times: 2 });
    const statuses = [(await call()).status, (await call()).status, (await call()).status];
    expect(statuses).toEqual([500, 500, 200]);
  });
});

describe('a fault of the send call', () => {
  test.each<[string, Fault, number]>([
    ['`drop` loses the request: nothing is stored', { end: 'drop' }, 0],
    [
      '`drop` after handling loses the response: the message is stored',
      { end: 'drop', when: 'after' },
      1,
    ],
    ['`cut` loses the response: the message is stored', { end: 'cut' }, 1],
  ])('%s', async (_, fault, expected) => {
    const before = storedCount();
    setFault('send', fault);
    await expect(standIn.client.send({}).then((response) => response.text())).rejects.toBeDefined();
    expect(storedCount() - before).toBe(expected);
  });

  test.each<[string, Fault, number]>([
    ['a status replaces the call: nothing is stored', { status: 500 }, 0],
    [
      'a status after handling replaces the response: the message is stored',
      { status: 500, when: 'after' },
      1,
    ],
  ])('%s', async (_, fault, expected) => {
    const before = storedCount();
    setFault('send', fault);
    expect((await standIn.client.send({})).status).toBe(500);
    expect(storedCount() - before).toBe(expected);
  });
});

describe('call faults', () => {
  test('in a list are used in order', async () => {
    setFault('login', [{ status: 500, times: 1 }, { status: 502, times: 1 }, { status: 401 }]);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await login()).status);
    expect(statuses).toEqual([500, 502, 401, 401]);
  });

  test('send a body without a status as 200', async () => {
    setFault('login', { body: '{"newtoken":5}', contentType: 'application/json' });
    expect(await (await login()).json()).toEqual({ newtoken: 5 });
  });

  test('delay the response by `delay` ms', async () => {
    setFault('login', { delay: 150 });
    const start = performance.now();
    expect((await login()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  test.each<[string, Fault]>([
    ['hang', { end: 'hang' }],
    ['stall', { end: 'stall' }],
  ])('keep the call pending with `%s` until the client aborts it', async (_, fault) => {
    setFault('messages', fault);
    const abort = new AbortController();
    const url = `${standIn.provider.url}/api/66/messages/${standIn.customer.id}`;
    const headers = { Authorization: `Bearer ${standIn.customer.token}` };
    const call = fetch(url, { headers, signal: abort.signal }).then((response) => response.text());
    const { ledger } = standIn.provider;
    await ledger.waitFor((e) => e.kind === 'request' && e.status === 'pending');
    abort.abort();
    await expect(call).rejects.toThrow('aborted');
    await ledger.waitFor((e) => e.kind === 'request' && e.status === 'dropped');
  });

  test('keep the CORS headers, so that a browser can read the status', async () => {
    setFault('messages', { status: 500 });
    const headers = { Origin: 'http://localhost:8080' };
    const response = await fetch(`${standIn.provider.url}/api/66/messages/2`, { headers });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:8080');
  });
});
