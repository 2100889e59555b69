import { HttpTransportType } from '@microsoft/signalr';
import { startProvider, type Provider } from '../provider/provider';
import type { HubTiming } from '../provider/hub/timing';
import { RAW_TRANSPORTS, bearer, hubUrl, type RawHub } from './rawHub';
import { closing, openStandIn } from './standIn';
import type { Session } from './target';

const HANDSHAKE = '{"protocol":"json","version":1}\x1e';
const PING = '{"type":6}\x1e';
const CLOSED = '{"type":7,"error":"Connection closed with an error.","allowReconnect":true}\x1e';

let provider: Provider;
let session: Session;
const start = async (timing: Partial<HubTiming>): Promise<void> => {
  provider = await startProvider({ timing });
  const customer = provider.customerFor('+994501234567');
  session = { id: customer.id, token: provider.tokenFor(customer) };
};
afterEach(() => provider.stop());

async function open(): Promise<RawHub> {
  const hub = await RAW_TRANSPORTS.WebSockets(provider, session);
  await hub.send(HANDSHAKE);
  expect(await hub.hear(3)).toBe('{}\x1e');
  // As the real client does when it has started.
  await hub.send(PING);
  return hub;
}

it('cancels a handshake that takes too long', async () => {
  await start({ handshake: 60 });
  const hub = await RAW_TRANSPORTS.WebSockets(provider, session);
  const error = '{"error":"Handshake was canceled."}\x1e';
  expect(await hub.hear(error.length)).toBe(error);
  await hub.ended;
});

it('pings a connection that has nothing else to hear, again and again', async () => {
  await start({ keepAlive: 40 });
  const hub = await open();
  expect(await hub.hear(PING.length * 2)).toBe(PING + PING);
  hub.leave();
});

it('stops pinging where it is told to', async () => {
  await start({ keepAlive: 20, clientTimeout: 150 });
  provider.switches.pings = false;
  const hub = await open();
  expect(await hub.hear(CLOSED.length)).toBe(CLOSED);
});

it('gives a client up that pinged and then says nothing', async () => {
  await start({ clientTimeout: 80 });
  const hub = await open();
  expect(await hub.hear(CLOSED.length)).toBe(CLOSED);
  await hub.ended;
});

it('does not wait for a client that never pinged', async () => {
  await start({ clientTimeout: 20, keepAlive: 80 });
  const hub = await RAW_TRANSPORTS.WebSockets(provider, session);
  await hub.send(HANDSHAKE);
  const heard = `{}\x1e${PING}${PING}`;
  expect(await hub.hear(heard.length)).toBe(heard);
  hub.leave();
});

it('keeps a client that pings', async () => {
  await start({ clientTimeout: 600, keepAlive: 150 });
  const hub = await open();
  for (let i = 0; i < 6; i++) {
    expect(await hub.hear(PING.length)).toBe(PING);
    await hub.send(PING);
  }
  expect(provider.hub.connections()).toHaveLength(1);
  hub.leave();
});

it('neither pings a client that polls nor waits for its pings', async () => {
  const standIn = await openStandIn({ timing: { clientTimeout: 60, keepAlive: 20 } });
  ({ provider, customer: session } = standIn);
  const polling = await RAW_TRANSPORTS.LongPolling(provider, session);
  await polling.send(HANDSHAKE);
  expect(await polling.hear(3)).toBe('{}\x1e');
  // One that does not poll and came later is given up first.
  await (
    await open()
  ).ended;
  const [left] = provider.hub.connections();
  expect(left?.transportName).toBe('LongPolling');
  left?.send('next');
  expect(await polling.hear(4)).toBe('next');
  polling.leave();
});

it('answers a poll with nothing after a while', async () => {
  await start({ poll: 50 });
  const url = await hubUrl(provider, session);
  const poll = async (): Promise<[number, string]> => {
    const answer = await fetch(url, { headers: bearer(session) });
    return [answer.status, await answer.text()];
  };
  await poll();
  expect(await poll()).toEqual([200, '']);
});

it('forgets a client that polls no more', async () => {
  const standIn = await openStandIn({ timing: { disconnect: 60 } });
  provider = standIn.provider;
  const connection = standIn.connection(HttpTransportType.LongPolling);
  await connection.start();
  const closed = closing(connection);
  provider.switches.calls.hubGet = { end: 'drop' };
  provider.push(standIn.customer.id, 'ends the poll that is waiting');
  const entry = await provider.ledger.waitFor((e) => e.kind === 'closed');
  expect(entry).toMatchObject({ by: 'client', sawClose: false });
  await closed;
});

it('forgets a place that nobody takes', async () => {
  await start({ disconnect: 40 });
  const url = await hubUrl(provider, session);
  const statuses: number[] = [];
  do {
    statuses.push((await fetch(url, { method: 'POST', headers: bearer(session) })).status);
  } while (statuses.at(-1) === 200);
  expect(statuses.at(-1)).toBe(404);
  expect(statuses.length).toBeGreaterThan(1);
});
