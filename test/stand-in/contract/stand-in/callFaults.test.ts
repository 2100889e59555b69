import type { Call } from '../../rest/calls';
import type { Fault } from '../../control/switches';
import {
  PNG,
  negotiate,
  openStandIn,
  postJson,
  type StandIn,
} from '../../../support/contract/clients';

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
});
