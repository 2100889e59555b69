import { Agent, request } from 'node:http';
import { HttpTransportType } from '@microsoft/signalr';
import { startProvider } from '../../provider';
import { openStandIn } from '../../../support/contract/clients';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const countResources = (kind: string): number =>
  process.getActiveResourcesInfo().filter((name) => name === kind).length;

describe('provider lifecycle', () => {
  test('stop leaves no timer and no port, with calls and connections pending', async () => {
    await nextTurn();
    const before = [countResources('TCPServerWrap'), countResources('Timeout')];
    const standIn = await openStandIn({ operator: 'automatic', replyDelay: 60_000 });
    const { provider, client } = standIn;
    provider.switches.calls = { messages: { end: 'hang' }, upload: { delay: 60_000 } };
    provider.switches.invocations.sendtyping = { delay: 60_000 };
    const socket = standIn.connection();
    const polling = standIn.connection(HttpTransportType.LongPolling);
    await Promise.all([socket.start(), polling.start()]);
    await client.send({});
    const pending = [
      client.messages(),
      client.upload(Buffer.from('x')),
      socket.invoke('SendTyping', 2, 1),
    ];
    await provider.ledger.waitFor((e) => e.kind === 'invocation');
    await provider.ledger.waitFor((e) => e.kind === 'request' && e.call === 'messages');
    expect(countResources('TCPServerWrap')).toBe((before[0] ?? 0) + 1);

    await provider.stop();
    for (const call of pending) await expect(call).rejects.toBeDefined();
    await Promise.all([socket.stop(), polling.stop()]);
    await nextTurn();
    expect(countResources('TCPServerWrap')).toBe(before[0]);
    expect(provider.hub.connections()).toEqual([]);
    // The clients' timers end within this deadline, the stand-in's run longer.
    const deadline = performance.now() + 2500;
    while (countResources('Timeout') > (before[1] ?? 0) && performance.now() < deadline)
      await nextTurn();
    expect(countResources('Timeout')).toBeLessThanOrEqual(before[1] ?? 0);
  });

  test('startProvider uses the given port, and rejects if it is busy', async () => {
    const first = await startProvider();
    const port = Number(new URL(first.url).port);
    await expect(startProvider({ port })).rejects.toThrow('EADDRINUSE');
    await first.stop();
    const second = await startProvider({ port });
    expect(second.url).toBe(first.url);
    await second.stop();
  });

  test('the provider still responds after a client aborted a request', async () => {
    const { provider, client, customer } = await openStandIn();
    const agent = new Agent();
    const aborted = request(`${provider.url}/api/66/send`, {
      method: 'POST',
      agent,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': 1000,
        Authorization: `Bearer ${customer.token}`,
      },
    }).on('error', () => undefined);
    aborted.write('{"text":');
    await provider.ledger.waitFor((e) => e.kind === 'request' && e.call === 'send');
    aborted.destroy();
    await provider.ledger.waitFor((e) => e.kind === 'request' && e.status === 'dropped');
    expect((await client.messages()).status).toBe(200);
    agent.destroy();
    await provider.stop();
  });
});
