import { request } from 'node:http';
import { nextEvent, closing, openStandIn, type StandIn } from './standIn';
import { postJson } from './target';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const order = async (action: string, value: object = {}): Promise<unknown> =>
  (await postJson(`${standIn.provider.url}/control/${action}`, value)).json();
const read = async (path: string): Promise<unknown> =>
  (await fetch(`${standIn.provider.url}/control/${path}`)).json();

it('changes the switches that are named, and resets all', async () => {
  await order('switches', { echo: true, calls: { send: { status: 500, times: 1 } } });
  await order('switches', { calls: { login: { end: 'drop' } } });
  expect(await read('switches')).toMatchObject({
    echo: true,
    restamp: false,
    calls: { send: { status: 500, times: 1 }, login: { end: 'drop' } },
  });
  expect((await standIn.api.send({})).status).toBe(500);
  await order('reset');
  expect(await read('switches')).toMatchObject({ echo: false, calls: {} });
  expect(await read('ledger')).toEqual([]);
});

it('refuses a switch or an action that there is not', async () => {
  const { url } = standIn.provider;
  expect((await postJson(`${url}/control/switches`, { nothing: 1 })).status).toBe(400);
  expect((await postJson(`${url}/control/nothing`, {})).status).toBe(400);
});

it('reads the ledger and a conversation', async () => {
  await standIn.api.send({ text: 'Salam' });
  expect(await read('ledger')).toEqual([expect.objectContaining({ call: 'send', status: 200 })]);
  expect(await read(`conversation/${standIn.customer.id}`)).toEqual([
    expect.objectContaining({ text: 'Salam' }),
  ]);
});

it('makes tokens', async () => {
  const answer = await order('token', { username: '+994501234567', expiresInSeconds: 60 });
  expect(answer).toEqual({ customerId: standIn.customer.id, token: expect.any(String) as string });
});

it('speaks, pushes, stores and drops', async () => {
  const customerId = standIn.customer.id;
  const connection = standIn.connection();
  await connection.start();
  const said = nextEvent(connection);
  await order('operator', { customerId, text: 'bir' });
  expect(await said).toMatchObject([{ text: 'bir' }]);
  const pushed = nextEvent(connection);
  await order('push', { customerId, arguments: [1, null] });
  expect(await pushed).toEqual([1, null]);
  await order('store', { customerId, message: { text: 'iki' } });
  const texts = standIn.provider.conversation(customerId).map(({ text }) => text);
  expect(texts).toEqual(['bir', 'iki']);
  const closed = closing(connection);
  await order('drop', { customerId, how: 'close', error: 'Bye.' });
  expect((await closed)?.message).toContain('Bye.');
});

it('leaves the port for a while', async () => {
  await order('down', { forMs: 50 });
  const attempt = (): Promise<number> =>
    standIn.api.messages().then(
      ({ status }) => status,
      () => 0,
    );
  const outcomes = [await attempt()];
  while (outcomes.at(-1) === 0) outcomes.push(await attempt());
  expect(outcomes[0]).toBe(0);
  expect(outcomes.at(-1)).toBe(200);
});

it.each(['/control/ledger', '/operator'])(
  '%s is for this machine’s own pages only',
  async (path) => {
    expect(await statusWith(path, {})).toBe(200);
    expect(await statusWith(path, { Host: 'chat.example.az' })).toBe(403);
    expect(await statusWith(path, { Origin: 'http://chat.example.az' })).toBe(403);
  },
);

/** Fetch would not let the Host be chosen. */
function statusWith(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(standIn.provider.url + path, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
