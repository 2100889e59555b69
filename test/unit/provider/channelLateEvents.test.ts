import { createChannel } from '../../../src/provider/channel';
import type { Hub } from '../../../src/provider/hub';
import { pass, settle, TICK, useClock } from '../../support/clock';
import { deferred } from '../../support/deferred';
import { makeFakeChannel, ownedBy } from '../../support/fakeChannel';
import { FakeHub, willing } from '../../support/fakeHub';
import { keepConsole } from '../../support/keepConsole';

useClock();
const output = keepConsole();

describe('what an old connection still says is ignored', () => {
  test('a message after closing', async () => {
    const { channel, hubs, received } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    hubs.last.events.received('before');
    channel.close();
    hubs.last.events.received('right after');
    await settle();
    hubs.last.events.received('later');
    expect(received).toEqual(['before']);
  });

  test('a message after the connection was closed', async () => {
    const { channel, hubs, received } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    const [first] = hubs.made;
    first?.events.closed();
    first?.events.received('too late');
    await settle();
    hubs.last.events.received('by the next');
    expect(received).toEqual(['by the next']);
  });

  test('a message of the former user', async () => {
    const { channel, hubs, received } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    const former = hubs.last;
    channel.open(8);
    former.events.received('of the former');
    await settle();
    former.events.received('of the former');
    hubs.last.events.received('of the present');
    expect(received).toEqual(['of the present']);
  });

  test('a second end of a connection ends nothing', async () => {
    const { channel, hubs } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    const [first] = hubs.made;
    first?.events.closed();
    await settle();
    first?.events.closed();
    await settle();
    expect(hubs.made).toHaveLength(2);
    expect(channel.live()).toBe(hubs.last);
  });
});

test('a message before the start has ended is handed on', async () => {
  const { channel, hubs, received } = makeFakeChannel();
  channel.open(7);
  await settle();
  hubs.last.events.received('early');
  expect(received).toEqual(['early']);
});

describe('a start that succeeds too late is stopped and not adopted', () => {
  test('after closing', async () => {
    const { channel, hubs, states } = makeFakeChannel();
    channel.open(7);
    await settle();
    channel.close();
    await pass(1000);
    hubs.last.starting.resolve();
    await settle();
    expect(hubs.last.stops).toBe(2);
    expect(channel.live()).toBeUndefined();
    expect(states.at(-1)).toBe('Disconnected');
  });

  test('after the deadline', async () => {
    const { channel, hubs, states } = makeFakeChannel();
    channel.open(7);
    await pass(20_000 + TICK);
    const [late, next] = hubs.made;
    if (!late || !next) throw new Error('There is no second attempt.');
    late.starting.resolve();
    await settle();
    expect(late.stops).toBe(2);
    expect(states).toEqual(['Connecting']);
    willing(next);
    await settle();
    late.events.received('from the dead');
    expect(channel.live()).toBe(next);
    expect(ownedBy(hubs)).toEqual([next]);
  });

  test('after it was closed while it started', async () => {
    const { channel, hubs, states } = makeFakeChannel();
    channel.open(7);
    await settle();
    const [first] = hubs.made;
    first?.events.closed();
    first?.starting.resolve();
    await settle();
    expect(first?.stops).toBeGreaterThan(0);
    expect(states).toEqual(['Connecting']);
    expect(hubs.made).toHaveLength(2);
  });
});

describe.each([0, 1, 2, 3, 4, 5, 6])('%d steps after a start has ended', (steps) => {
  const step = async () => {
    for (let taken = 0; taken < steps; taken += 1) await Promise.resolve();
  };

  test('a connection that ends is not reported as up after its end', async () => {
    const { channel, hubs, states } = makeFakeChannel();
    channel.open(7);
    await settle();
    hubs.last.starting.resolve();
    await step();
    const before = [...states];
    hubs.last.events.closed();
    await Promise.resolve();
    expect(channel.live()).toBeUndefined();
    await settle();
    expect(states.includes('Connected')).toBe(before.includes('Connected'));
    expect(hubs.made).toHaveLength(2);
  });

  test('leaving is followed by no log line about a failure', async () => {
    const { channel, hubs } = makeFakeChannel();
    channel.open(7);
    await settle();
    hubs.last.starting.reject(new Error('down'));
    await step();
    const before = output.lines.length;
    channel.close();
    await pass(1000);
    expect(output.lines).toHaveLength(before);
  });
});

describe('an attempt that takes too long', () => {
  test('is given up after 20 seconds, with a log line, and the next one made', async () => {
    const { channel, hubs } = makeFakeChannel();
    channel.open(7);
    await pass(19_999);
    expect(hubs.made).toHaveLength(1);
    expect(hubs.last.stops).toBe(0);
    await pass(1 + TICK);
    expect(hubs.made).toHaveLength(2);
    expect(hubs.made[0]?.stops).toBe(1);
    expect(output.at('warn')).toEqual([
      'Connecting to the hub took too long; the attempt is given up.',
    ]);
  });

  test('does not bring a second log line when it fails at last', async () => {
    const { channel, hubs } = makeFakeChannel();
    channel.open(7);
    await pass(20_000);
    hubs.made[0]?.starting.reject(new Error('late failure'));
    await settle();
    expect(output.at('warn')).toHaveLength(1);
  });

  test('counts as a failure: five of them and their pauses, then it is over', async () => {
    const { channel, hubs, states } = makeFakeChannel(({ stopping }) => {
      stopping.resolve();
    });
    channel.open(7);
    await pass(5 * 20_000 + 42_000 - 1);
    expect(states).toEqual(['Connecting']);
    await pass(1 + TICK);
    expect(states).toEqual(['Connecting', 'Disconnected']);
    expect(hubs.made).toHaveLength(5);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is not measured on a connection that is up', async () => {
    const { channel, hubs } = makeFakeChannel(willing);
    channel.open(7);
    await pass(60_000);
    expect(hubs.made).toHaveLength(1);
    expect(output.lines).toEqual([]);
  });
});

describe('a connection that cannot even be made', () => {
  test('because its code does not load is a failed attempt', async () => {
    let loads = 0;
    const channel = createChannel(
      () => {
        loads += 1;
        return Promise.reject(new Error('Loading chunk signalr failed.'));
      },
      () => Date.now(),
    );
    const states: string[] = [];
    channel.listen({
      changed: (state) => states.push(state),
      received: () => undefined,
      refused: () => undefined,
    });
    channel.open(7);
    await pass(42_000);
    expect(loads).toBe(5);
    expect(states).toEqual(['Connecting', 'Disconnected']);
    expect(output.at('warn')[0]).toBe(
      'Connecting to the hub failed: Error: Loading chunk signalr failed.',
    );
  });

  test('before the chat is left again is never started', async () => {
    const loading = deferred<Hub>();
    const hub = new FakeHub(7, { received: () => undefined, closed: () => undefined });
    const channel = createChannel(
      () => loading.promise,
      () => Date.now(),
    );
    channel.listen({
      changed: () => undefined,
      received: () => undefined,
      refused: () => undefined,
    });
    channel.open(7);
    await settle();
    channel.close();
    await settle();
    loading.resolve(hub);
    await settle();
    expect(hub.starts).toBe(0);
  });
});
