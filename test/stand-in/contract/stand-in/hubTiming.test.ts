import { HttpTransportType } from '@microsoft/signalr';
import { startProvider, type Provider } from '../../provider';
import type { HubTiming } from '../../hub/timing';
import {
  RAW_TRANSPORTS,
  bearer,
  negotiatedUrl,
  type RawHub,
} from '../../../support/contract/rawHub';
import { nextClose, openStandIn } from '../../../support/contract/standIn';
import type { Session } from '../../../support/contract/target';

const HANDSHAKE = '{"protocol":"json","version":1}\x1e';
const PING = '{"type":6}\x1e';
const CLOSE_RECORD =
  '{"type":7,"error":"Connection closed with an error.","allowReconnect":true}\x1e';

let provider: Provider;
let session: Session;
const start = async (timing: Partial<HubTiming>): Promise<void> => {
  provider = await startProvider({ timing: { heartbeat: 10, ...timing } });
  const customer = provider.customerFor('+994501234567');
  session = { id: customer.id, token: provider.tokenFor(customer) };
};
afterEach(() => provider.stop());

async function open(): Promise<RawHub> {
  const hub = await RAW_TRANSPORTS.WebSockets(provider, session);
  await hub.send(HANDSHAKE);
  expect(await hub.hear(3)).toBe('{}\x1e');
  // The SignalR client pings once it has started.
  await hub.send(PING);
  return hub;
}

describe('hub timing', () => {
  test('a late handshake is cancelled after `handshake` ms', async () => {
    await start({ handshake: 60 });
    const hub = await RAW_TRANSPORTS.WebSockets(provider, session);
    const error = '{"error":"Handshake was canceled."}\x1e';
    expect(await hub.hear(error.length)).toBe(error);
    await hub.ended;
  });

  test('an idle connection is pinged every `keepAlive` ms', async () => {
    await start({ keepAlive: 40 });
    const hub = await open();
    expect(await hub.hear(PING.length * 2)).toBe(PING + PING);
    hub.leave();
  });

  test('a ping waits for the next heartbeat after `keepAlive` ms', async () => {
    await start({ heartbeat: 120, keepAlive: 20 });
    const before = performance.now();
    const hub = await open();
    await hub.hear(PING.length);
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
    hub.leave();
  });

  test('no pings are sent with `pings: false`', async () => {
    await start({ keepAlive: 20, clientTimeout: 150 });
    provider.switches.pings = false;
    const hub = await open();
    expect(await hub.hear(CLOSE_RECORD.length)).toBe(CLOSE_RECORD);
  });

  test('a client that stops pinging is closed after `clientTimeout` ms', async () => {
    await start({ clientTimeout: 80 });
    const hub = await open();
    expect(await hub.hear(CLOSE_RECORD.length)).toBe(CLOSE_RECORD);
    await hub.ended;
  });

  test('a client that never pinged is not closed', async () => {
    await start({ clientTimeout: 20, keepAlive: 80 });
    const hub = await RAW_TRANSPORTS.WebSockets(provider, session);
    await hub.send(HANDSHAKE);
    const expected = `{}\x1e${PING}${PING}`;
    expect(await hub.hear(expected.length)).toBe(expected);
    hub.leave();
  });

  test('a client that pings is not closed', async () => {
    await start({ clientTimeout: 2_000, keepAlive: 100 });
    const hub = await open();
    const before = performance.now();
    while (performance.now() - before < 2_500) {
      expect(await hub.hear(PING.length)).toBe(PING);
      await hub.send(PING);
    }
    expect(provider.hub.connections()).toHaveLength(1);
    hub.leave();
  });

  test('long polling has no pings and no client timeout', async () => {
    const standIn = await openStandIn({
      timing: { heartbeat: 10, clientTimeout: 60, keepAlive: 20 },
    });
    ({ provider, customer: session } = standIn);
    const polling = await RAW_TRANSPORTS.LongPolling(provider, session);
    await polling.send(HANDSHAKE);
    expect(await polling.hear(3)).toBe('{}\x1e');
    // The WebSocket connection opened later, and is closed by the client timeout first.
    await (
      await open()
    ).ended;
    const [remaining] = provider.hub.connections();
    expect(remaining?.transportName).toBe('LongPolling');
    remaining?.send('next');
    expect(await polling.hear(4)).toBe('next');
    polling.leave();
  });

  test('a poll without data gets an empty response after `poll` ms', async () => {
    await start({ poll: 50 });
    const url = await negotiatedUrl(provider, session);
    const poll = async (): Promise<[number, string]> => {
      const response = await fetch(url, { headers: bearer(session) });
      return [response.status, await response.text()];
    };
    await poll();
    expect(await poll()).toEqual([200, '']);
  });

  test('a client that stops polling is disconnected after `disconnect` ms', async () => {
    const standIn = await openStandIn({ timing: { disconnect: 1_000 } });
    provider = standIn.provider;
    const connection = standIn.connection(HttpTransportType.LongPolling);
    await connection.start();
    const closed = nextClose(connection);
    provider.switches.calls.hubGet = { end: 'drop' };
    provider.push(standIn.customer.id, 'ends the poll that is waiting');
    const entry = await provider.ledger.waitFor((e) => e.kind === 'closed');
    expect(entry).toMatchObject({ by: 'client', sawClose: false });
    await closed;
  });

  test('a connection token that nobody uses is forgotten after `disconnect` ms', async () => {
    await start({ disconnect: 1_000 });
    const url = await negotiatedUrl(provider, session);
    const statuses: number[] = [];
    do {
      statuses.push((await fetch(url, { method: 'POST', headers: bearer(session) })).status);
    } while (statuses.at(-1) === 200);
    expect(statuses.at(-1)).toBe(404);
    expect(statuses.length).toBeGreaterThan(1);
  });
});
