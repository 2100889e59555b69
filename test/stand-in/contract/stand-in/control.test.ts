import { request } from 'node:http';
import { nextEvent, nextClose, openStandIn, type StandIn } from '../../../support/contract/standIn';
import { postJson } from '../../../support/contract/target';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const post = async (action: string, value: object = {}): Promise<unknown> =>
  (await postJson(`${standIn.provider.url}/control/${action}`, value)).json();
const get = async (path: string): Promise<unknown> =>
  (await fetch(`${standIn.provider.url}/control/${path}`)).json();

describe('control API', () => {
  test('changes the named switches, and resets all', async () => {
    await post('switches', { echo: true, calls: { send: { status: 500, times: 1 } } });
    await post('switches', { calls: { login: { end: 'drop' } } });
    expect(await get('switches')).toMatchObject({
      echo: true,
      restamp: false,
      calls: { send: { status: 500, times: 1 }, login: { end: 'drop' } },
    });
    expect((await standIn.client.send({})).status).toBe(500);
    await post('reset');
    expect(await get('switches')).toMatchObject({ echo: false, calls: {} });
    expect(await get('ledger')).toEqual([]);
  });

  test('responds 400 to an unknown switch or action', async () => {
    const { url } = standIn.provider;
    expect((await postJson(`${url}/control/switches`, { nothing: 1 })).status).toBe(400);
    expect((await postJson(`${url}/control/nothing`, {})).status).toBe(400);
    expect((await postJson(`${url}/control/constructor`, {})).status).toBe(400);
    expect((await postJson(`${url}/control/switches`, { constructor: 1 })).status).toBe(400);
  });

  test('returns the ledger and a conversation', async () => {
    await standIn.client.send({ text: 'Salam' });
    expect(await get('ledger')).toEqual([expect.objectContaining({ call: 'send', status: 200 })]);
    expect(await get(`conversation/${standIn.customer.id}`)).toEqual([
      expect.objectContaining({ text: 'Salam' }),
    ]);
  });

  test('issues tokens', async () => {
    const response = await post('token', { username: '+994501234567', expiresInSeconds: 60 });
    expect(response).toEqual({
      customerId: standIn.customer.id,
      token: expect.any(String) as string,
    });
  });

  test('sends, pushes and stores messages, and closes connections', async () => {
    const customerId = standIn.customer.id;
    const connection = standIn.connection();
    await connection.start();
    const sent = nextEvent(connection);
    await post('operator', { customerId, text: 'bir' });
    expect(await sent).toMatchObject([{ text: 'bir' }]);
    const pushed = nextEvent(connection);
    await post('push', { customerId, arguments: [1, null] });
    expect(await pushed).toEqual([1, null]);
    await post('store', { customerId, message: { text: 'iki' } });
    const texts = standIn.provider.conversation(customerId).map(({ text }) => text);
    expect(texts).toEqual(['bir', 'iki']);
    const closed = nextClose(connection);
    await post('drop', { customerId, how: 'close', error: 'Bye.' });
    expect((await closed)?.message).toContain('Bye.');
  });

  test('goes down for a while', async () => {
    await post('down', { forMs: 50 });
    const attempt = (): Promise<number> =>
      standIn.client.messages().then(
        ({ status }) => status,
        () => 0,
      );
    const outcomes = [await attempt()];
    while (outcomes.at(-1) === 0) outcomes.push(await attempt());
    expect(outcomes[0]).toBe(0);
    expect(outcomes.at(-1)).toBe(200);
  });

  test.each(['/control/ledger', '/operator'])(
    '%s rejects other hosts and origins',
    async (path) => {
      expect(await statusWith(path, {})).toBe(200);
      expect(await statusWith(path, { Host: 'chat.example.az' })).toBe(403);
      expect(await statusWith(path, { Origin: 'http://chat.example.az' })).toBe(403);
    },
  );
});

/** Uses `http.request`, because `fetch` does not allow a Host header. */
function statusWith(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(standIn.provider.url + path, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
