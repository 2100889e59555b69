import WebSocket from 'ws';
import {
  bearer,
  negotiatedUrl,
  negotiate,
  openTarget,
  type Session,
  type Target,
} from '../../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994501010101');
});
afterAll(() => target.stop());

describe('negotiate', () => {
  test('returns a connection id, a separate token and all transports', async () => {
    const response = await negotiate(target, customer);
    const id = expect.stringMatching(/^[\w-]{22}$/) as string;
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: id,
      connectionToken: id,
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
    });
    expect(body.connectionToken).not.toBe(body.connectionId);
  });

  test('responds 403 to the id of another customer', async () => {
    const other = await target.signIn('+994502020202');
    expect((await negotiate(target, { ...customer, id: other.id })).status).toBe(403);
  });
});

const call = async (
  url: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string,
): Promise<[number, string]> => {
  const all = { ...bearer(customer), ...headers };
  const response = await fetch(url, { method, headers: all, ...(body && { body }) });
  return [response.status, await response.text()];
};

describe('an unknown connection token', () => {
  const unknown = (): string => `${target.url}/chatHub66?userId=${customer.id}&id=nothing`;

  test('gets 404 in every request', async () => {
    const stream = { Accept: 'text/event-stream' };
    expect((await call(unknown(), 'GET', stream))[0]).toBe(404);
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await call(unknown(), method))[0]).toBe(404);
    }
  });

  test('gets 404 in an upgrade', async () => {
    const socket = new WebSocket(unknown().replace(/^http/, 'ws'), { headers: bearer(customer) });
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
    expect(error.message).toBe('Unexpected server response: 404');
  });
});

describe('long polling', () => {
  const HANDSHAKE = '{"protocol":"json","version":1}\x1e';

  test('ends the pending poll with a new one, and closes with DELETE', async () => {
    const url = await negotiatedUrl(target, customer);
    expect(await call(url)).toEqual([200, '']);
    expect(await call(url, 'POST', {}, HANDSHAKE)).toEqual([200, '']);
    expect(await call(url)).toEqual([200, '{}\x1e']);
    const polls = [call(url), call(url)];
    expect(await Promise.race(polls)).toEqual([204, '']);
    expect(await call(url, 'DELETE')).toEqual([202, '']);
    // The polls are concurrent: the second may arrive before or after the DELETE.
    const lastStatuses = [204, 200, 404];
    for (const [status] of await Promise.all(polls)) expect(lastStatuses).toContain(status);
    expect((await call(url))[0]).toBe(404);
  });
});
