import { request } from 'node:http';
import { openStandIn, postJson, type StandIn } from '../../../support/contract/clients';

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
