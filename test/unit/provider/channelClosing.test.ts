import { pass, settle, useClock } from '../../support/clock';
import { makeFakeChannel, ownedBy } from '../../support/fakeChannel';
import { willing, type FakeHub } from '../../support/fakeHub';
import { keepConsole } from '../../support/keepConsole';

useClock();
const output = keepConsole();

const hung = () => undefined;
const slowToStop = ({ starting }: FakeHub) => starting.resolve();

describe('closing stops the channel within a second', () => {
  test('while connected, at once where the connection stops at once', async () => {
    const { channel, hubs, states, stoppedAt } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    channel.close();
    await expect(stoppedAt()).resolves.toBe(0);
    expect(hubs.last.stops).toBe(1);
    expect(states).toEqual(['Connecting', 'Connected', 'Disconnecting', 'Disconnected']);
  });

  test('while connected, although the connection never stops', async () => {
    const { channel, states, stoppedAt } = makeFakeChannel(slowToStop);
    channel.open(7);
    await settle();
    channel.close();
    const stopped = stoppedAt();
    await pass(999);
    expect(states.at(-1)).toBe('Disconnecting');
    await pass(1);
    expect(states.at(-1)).toBe('Disconnected');
    await expect(stopped).resolves.toBe(1000);
  });

  test('while connecting, although the start never ends', async () => {
    const { channel, hubs, states, stoppedAt } = makeFakeChannel(hung);
    channel.open(7);
    await settle();
    channel.close();
    const stopped = stoppedAt();
    await pass(1000);
    await expect(stopped).resolves.toBe(1000);
    expect(hubs.last.stops).toBe(1);
    expect(states).toEqual(['Connecting', 'Disconnecting', 'Disconnected']);
  });

  test('in the pause between two attempts', async () => {
    const { channel, hubs, states, stoppedAt } = makeFakeChannel(({ starting, stopping }) => {
      starting.reject(new Error('down'));
      stopping.resolve();
    });
    channel.open(7);
    await pass(5000);
    channel.close();
    await expect(stoppedAt()).resolves.toBe(0);
    expect(states).toEqual(['Connecting', 'Disconnecting', 'Disconnected']);
    const { length } = hubs.made;
    await pass(600_000);
    expect(hubs.made).toHaveLength(length);
  });

  test('in a later attempt that hangs', async () => {
    const { channel, hubs, states, stoppedAt } = makeFakeChannel();
    channel.open(7);
    await settle();
    willing(hubs.last);
    await settle();
    hubs.last.events.closed();
    await settle();
    expect(hubs.made).toHaveLength(2);
    channel.close();
    const stopped = stoppedAt();
    await pass(1000);
    await expect(stopped).resolves.toBe(1000);
    expect(states.slice(2)).toEqual(['Reconnecting', 'Disconnecting', 'Disconnected']);
  });

  test('after retrying has ended, without another word', async () => {
    const { channel, states, stoppedAt } = makeFakeChannel(({ starting, stopping }) => {
      starting.reject(new Error('down'));
      stopping.resolve();
    });
    channel.open(7);
    await pass(60_000);
    expect(states).toEqual(['Connecting', 'Disconnected']);
    channel.close();
    await expect(stoppedAt()).resolves.toBe(0);
    expect(states).toEqual(['Connecting', 'Disconnected']);
  });

  test('although stopping fails, which is logged', async () => {
    const { channel, hubs, states, stoppedAt } = makeFakeChannel(slowToStop);
    channel.open(7);
    await settle();
    channel.close();
    hubs.last.stopping.reject(new Error('Bearer s3cret is dead'));
    await expect(stoppedAt()).resolves.toBe(0);
    expect(states.at(-1)).toBe('Disconnected');
    expect(output.at('warn')).toEqual([
      'Stopping the hub connection failed: Error: Bearer *** is dead',
    ]);
  });

  test('before anything was opened there is nothing to stop', async () => {
    const { channel, states, stoppedAt } = makeFakeChannel();
    channel.close();
    await expect(stoppedAt()).resolves.toBe(0);
    expect(states).toEqual([]);
  });
});

test('nothing is left running after closing: no timer', async () => {
  const { channel } = makeFakeChannel(willing);
  channel.open(7);
  await pass(45_000);
  channel.close();
  await settle();
  expect(jest.getTimerCount()).toBe(0);
});

test('a start that is withdrawn is not logged as a failure', async () => {
  const { channel, hubs } = makeFakeChannel(hung);
  channel.open(7);
  await settle();
  channel.close();
  hubs.last.starting.reject(new Error('stopped during negotiation'));
  await pass(1000);
  expect(output.lines).toEqual([]);
});

describe('only the last wish counts', () => {
  test('opening, closing and opening at once opens one connection', async () => {
    const { channel, hubs, states } = makeFakeChannel(willing);
    channel.open(7);
    channel.close();
    channel.open(7);
    await settle();
    expect(hubs.made).toHaveLength(1);
    expect(states).toEqual(['Connecting', 'Connected']);
  });

  test('opening what is open changes nothing', async () => {
    const { channel, hubs, states } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    channel.open(7);
    await settle();
    expect(hubs.made).toHaveLength(1);
    expect(states).toEqual(['Connecting', 'Connected']);
  });

  test('opening and closing at once opens none', async () => {
    const { channel, hubs, states } = makeFakeChannel(willing);
    channel.open(7);
    channel.close();
    await settle();
    expect(hubs.made).toEqual([]);
    expect(states).toEqual([]);
  });

  test('the next connection waits until the one before is stopped', async () => {
    const { channel, hubs } = makeFakeChannel(slowToStop);
    channel.open(7);
    await settle();
    channel.close();
    channel.open(7);
    await pass(999);
    expect(hubs.made).toHaveLength(1);
    await pass(1);
    expect(hubs.made).toHaveLength(2);
    expect(ownedBy(hubs)).toEqual([hubs.last]);
  });

  test('fifty times in and out leaves one connection', async () => {
    const { channel, hubs, states } = makeFakeChannel(willing);
    for (let round = 0; round < 50; round += 1) {
      channel.open(7);
      if (round % 3 === 0) await settle();
      channel.close();
      if (round % 5 === 0) await settle();
    }
    channel.open(7);
    await settle();
    expect(ownedBy(hubs)).toEqual([hubs.last]);
    expect(states.at(-1)).toBe('Connected');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('another user gets a connection of his own, the former one is stopped', async () => {
    const { channel, hubs, states } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    const former = hubs.last;
    channel.open(8);
    await settle();
    expect(former.stops).toBe(1);
    expect(hubs.made.map(({ userId }) => userId)).toEqual([7, 8]);
    expect(channel.live()).toBe(hubs.last);
    expect(states.slice(2)).toEqual(['Disconnecting', 'Disconnected', 'Connecting', 'Connected']);
  });
});
