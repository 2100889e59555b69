import { Agent, request } from 'node:http';
import { HttpTransportType } from '@microsoft/signalr';
import { startProvider } from '../provider/provider';
import { openStandIn } from './standIn';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const open = (kind: string): number =>
  process.getActiveResourcesInfo().filter((name) => name === kind).length;

it('leaves no timer and no listening port, whatever was going on', async () => {
  await settled();
  const before = [open('TCPServerWrap'), open('Timeout')];
  const standIn = await openStandIn({ operator: 'automatic', answerDelay: 60_000 });
  const { provider, api } = standIn;
  provider.switches.calls = { messages: { end: 'hang' }, upload: { delay: 60_000 } };
  provider.switches.invocations['sendtyping'] = { delay: 60_000 };
  const socket = standIn.connection();
  const polling = standIn.connection(HttpTransportType.LongPolling);
  await Promise.all([socket.start(), polling.start()]);
  await api.send({});
  const hung = [api.messages(), api.upload(Buffer.from('x')), socket.invoke('SendTyping', 2, 1)];
  await provider.ledger.waitFor((e) => e.kind === 'invocation');
  await provider.ledger.waitFor((e) => e.kind === 'request' && e.call === 'messages');
  expect(open('TCPServerWrap')).toBe((before[0] ?? 0) + 1);

  const start = performance.now();
  await provider.stop();
  expect(performance.now() - start).toBeLessThan(500);
  for (const call of hung) await expect(call).rejects.toBeDefined();
  await Promise.all([socket.stop(), polling.stop()]);
  await settled();
  expect(open('TCPServerWrap')).toBe(before[0]);
  expect(provider.hub.connections()).toEqual([]);
  // The clients' own short timers may still be running; the stand-in's would run for long.
  const deadline = performance.now() + 2500;
  while (open('Timeout') > (before[1] ?? 0) && performance.now() < deadline) await settled();
  expect(open('Timeout')).toBeLessThanOrEqual(before[1] ?? 0);
});

it('takes the port that it is given, and says so when another has it', async () => {
  const first = await startProvider();
  const port = Number(new URL(first.url).port);
  await expect(startProvider({ port })).rejects.toThrow('EADDRINUSE');
  await first.stop();
  const second = await startProvider({ port });
  expect(second.url).toBe(first.url);
  await second.stop();
});

it('can be stopped twice, and while it is down', async () => {
  const provider = await startProvider();
  await provider.goDown();
  await provider.stop();
  await expect(provider.stop()).resolves.toBeUndefined();
});

it('keeps what is stored while it is down', async () => {
  const { provider, api, customer } = await openStandIn();
  await api.send({ text: 'Salam' });
  await provider.goDown();
  await expect(api.messages()).rejects.toThrow('fetch failed');
  await provider.comeUp();
  expect(await (await api.messages()).json()).toHaveLength(1);
  expect(provider.conversation(customer.id)).toHaveLength(1);
  await provider.stop();
});

it('starts with the switches that it is given', async () => {
  const provider = await startProvider({
    switches: { timeFormat: 'Z', transports: ['LongPolling'] },
  });
  expect(provider.switches).toMatchObject({
    timeFormat: 'Z',
    transports: ['LongPolling'],
    echo: false,
  });
  provider.switches.timeFormat = 'none';
  provider.reset();
  expect(provider.switches.timeFormat).toBe('Z');
  await provider.stop();
});

it('survives a client that leaves in the middle of its request', async () => {
  const { provider, api, customer } = await openStandIn();
  const agent = new Agent();
  const leaving = request(`${provider.url}/api/66/send`, {
    method: 'POST',
    agent,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': 1000,
      Authorization: `Bearer ${customer.token}`,
    },
  }).on('error', () => undefined);
  leaving.write('{"text":');
  await provider.ledger.waitFor((e) => e.kind === 'request' && e.call === 'send');
  leaving.destroy();
  await provider.ledger.waitFor((e) => e.kind === 'request' && e.status === 'dropped');
  expect((await api.messages()).status).toBe(200);
  agent.destroy();
  await provider.stop();
});
