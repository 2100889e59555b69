import type { Call } from '../provider/calls';
import type { Fault } from '../provider/switches';
import { PNG } from './api';
import { negotiate } from './rawHub';
import { openStandIn, type StandIn } from './standIn';
import { postJson } from './target';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await openStandIn();
});
beforeEach(() => standIn.provider.reset());
afterAll(() => standIn.provider.stop());

const set = (call: Call, fault: Fault | Fault[]): void => {
  standIn.provider.switches.calls[call] = fault;
};
const login = (): Promise<Response> =>
  postJson(`${standIn.provider.url}/api/66/login`, { username: '+994501234567', password: '' });
const stored = (): number => standIn.provider.conversation(standIn.customer.id).length;
const imageUrl = async (): Promise<string> =>
  ((await (await standIn.api.upload(PNG)).json()) as { imageUrl: string }).imageUrl;

const CALLS: Partial<Record<Call, () => Promise<Response>>> = {
  login,
  messages: () => standIn.api.messages(),
  send: () => standIn.api.send({}),
  upload: () => standIn.api.upload(PNG),
  image: async () => fetch(`${standIn.provider.url}/${await imageUrl()}`),
  negotiate: () => negotiate(standIn.provider, standIn.customer),
};
const calls = Object.entries(CALLS) as [Call, () => Promise<Response>][];

describe.each(calls)('%s', (name, call) => {
  it('fails with the given status, type and body', async () => {
    set(name, { status: 503, body: '<h1>Busy</h1>', contentType: 'text/html' });
    const answer = await call();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await answer.text()).toBe('<h1>Busy</h1>');
  });

  it('is dropped', async () => {
    set(name, { end: 'drop' });
    await expect(call()).rejects.toThrow('fetch failed');
    const isDropped = ({ call: c, status }: { call: Call; status: unknown }): boolean =>
      c === name && status === 'dropped';
    await standIn.provider.ledger.waitFor((e) => e.kind === 'request' && isDropped(e));
  });

  it('is cut in the middle of its answer', async () => {
    set(name, { end: 'cut' });
    const answer = await call();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('fails for as many calls as told, then is well again', async () => {
    set(name, { status: 500, times: 2 });
    const statuses = [(await call()).status, (await call()).status, (await call()).status];
    expect(statuses).toEqual([500, 500, 200]);
  });
});

it('uses a list of faults up in order', async () => {
  set('login', [{ status: 500, times: 1 }, { status: 502, times: 1 }, { status: 401 }]);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await login()).status);
  expect(statuses).toEqual([500, 502, 401, 401]);
});

describe('before and after storing', () => {
  it.each<[string, Fault, number]>([
    ['dropped before', { end: 'drop' }, 0],
    ['dropped after', { end: 'drop', when: 'after' }, 1],
    ['cut in its answer', { end: 'cut' }, 1],
  ])('a call that is %s', async (_, fault, expected) => {
    const before = stored();
    set('send', fault);
    await expect(standIn.api.send({}).then((answer) => answer.text())).rejects.toBeDefined();
    expect(stored() - before).toBe(expected);
  });

  it.each<[string, Fault, number]>([
    ['before', { status: 500 }, 0],
    ['after', { status: 500, when: 'after' }, 1],
  ])('a call that fails %s', async (_, fault, expected) => {
    const before = stored();
    set('send', fault);
    expect((await standIn.api.send({})).status).toBe(500);
    expect(stored() - before).toBe(expected);
  });
});

it('answers a given body with a good status', async () => {
  set('login', { body: '{"newtoken":5}', contentType: 'application/json' });
  expect(await (await login()).json()).toEqual({ newtoken: 5 });
});

it('is slow', async () => {
  set('login', { delay: 150 });
  const start = performance.now();
  expect((await login()).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(140);
});

it.each<[string, Fault]>([
  ['hangs', { end: 'hang' }],
  ['stalls in the middle of its answer', { end: 'stall' }],
])('%s until the caller gives up', async (_, fault) => {
  set('messages', fault);
  const giveUp = new AbortController();
  const url = `${standIn.provider.url}/api/66/messages/${standIn.customer.id}`;
  const headers = { Authorization: `Bearer ${standIn.customer.token}` };
  const call = fetch(url, { headers, signal: giveUp.signal }).then((answer) => answer.text());
  const { ledger } = standIn.provider;
  await ledger.waitFor((e) => e.kind === 'request' && e.status === 'pending');
  giveUp.abort();
  await expect(call).rejects.toThrow('aborted');
  await ledger.waitFor((e) => e.kind === 'request' && e.status === 'dropped');
});

it('keeps cross-origin headers on a fault, so that a browser sees its status', async () => {
  set('messages', { status: 500 });
  const headers = { Origin: 'http://localhost:8080' };
  const answer = await fetch(`${standIn.provider.url}/api/66/messages/2`, { headers });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:8080');
});
