import { startProvider, type Provider } from '../../provider';
import type { HubTiming } from '../../hub/timing';
import {
  RAW_TRANSPORTS,
  bearer,
  negotiatedUrl,
  openStandIn,
  type RawHub,
  type Session,
} from '../../../support/contract/clients';

const HANDSHAKE = '{"protocol":"json","version":1}\x1e';
const PING = '{"type":6}\x1e';

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
  test('a ping waits for the next heartbeat after `keepAlive` ms', async () => {
    await start({ heartbeat: 120, keepAlive: 20 });
    const before = performance.now();
    const hub = await open();
    await hub.hear(PING.length);
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
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
});
