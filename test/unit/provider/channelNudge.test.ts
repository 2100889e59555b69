import { HubRefusedError } from '../../../src/provider/hub';
import { pass, settle, useClock } from '../../support/clock';
import { makeFakeChannel, ownedBy } from '../../support/fakeChannel';
import { willing, type FakeHub } from '../../support/fakeHub';
import { keepConsole } from '../../support/keepConsole';

useClock();
const output = keepConsole();

const failing = ({ starting, stopping }: FakeHub) => {
  starting.reject(new Error('down'));
  stopping.resolve();
};

/** A channel that has tried in vain until it stopped trying. */
async function exhausted() {
  const fake = makeFakeChannel(failing);
  fake.channel.open(7);
  await pass(42_000);
  expect(fake.states).toEqual(['Connecting', 'Disconnected']);
  expect(jest.getTimerCount()).toBe(0);
  return fake;
}

describe.each(['nudge', 'renew'] as const)('to %s', (way) => {
  test('a channel that was never opened opens nothing', async () => {
    const { channel, hubs } = makeFakeChannel(willing);
    channel[way]();
    await settle();
    expect(hubs.made).toEqual([]);
  });

  test('a channel that was closed opens nothing', async () => {
    const { channel, hubs } = makeFakeChannel(willing);
    channel.open(7);
    await settle();
    channel.close();
    channel[way]();
    await settle();
    channel[way]();
    await settle();
    expect(hubs.made).toHaveLength(1);
  });

  test('a channel that stopped retrying begins anew, with all its retries', async () => {
    const { channel, hubs, states } = await exhausted();
    channel[way]();
    await settle();
    expect(states).toEqual(['Connecting', 'Disconnected', 'Connecting']);
    await pass(41_999);
    expect(hubs.made).toHaveLength(9);
    await pass(1);
    expect(hubs.made).toHaveLength(10);
    expect(states).toEqual(['Connecting', 'Disconnected', 'Connecting', 'Disconnected']);
    await pass(600_000);
    expect(hubs.made).toHaveLength(10);
  });

  test('five times at once makes one attempt', async () => {
    const { channel, hubs } = await exhausted();
    for (let time = 0; time < 5; time += 1) channel[way]();
    await pass(0);
    // The attempt itself and the retry that follows a failure without a pause.
    expect(hubs.made).toHaveLength(7);
    expect(ownedBy(hubs)).toEqual([]);
  });

  test('a channel in a pause ends the pause and goes on where it was', async () => {
    const { channel, hubs } = makeFakeChannel(failing);
    channel.open(7);
    await pass(2000);
    expect(hubs.made).toHaveLength(3);
    channel[way]();
    await settle();
    expect(hubs.made).toHaveLength(4);
    await pass(29_999);
    expect(hubs.made).toHaveLength(4);
    await pass(1);
    expect(hubs.made).toHaveLength(5);
  });

  test('a channel that is starting never makes a second start beside the first', async () => {
    const { channel, hubs } = makeFakeChannel();
    channel.open(7);
    await settle();
    channel[way]();
    await settle();
    expect(ownedBy(hubs)).toHaveLength(1);
  });
});

test('to nudge leaves a connection that is up alone', async () => {
  const { channel, hubs, states } = makeFakeChannel(willing);
  channel.open(7);
  await settle();
  channel.nudge();
  await settle();
  expect(hubs.made).toHaveLength(1);
  expect(states).toEqual(['Connecting', 'Connected']);
});

test('to nudge leaves a young attempt alone, and begins an old one anew', async () => {
  const { channel, hubs } = makeFakeChannel();
  channel.open(7);
  await pass(5_000);
  channel.nudge();
  await settle();
  expect(hubs.made).toHaveLength(1);
  await pass(1);
  channel.nudge();
  await settle();
  expect(hubs.made).toHaveLength(2);
  expect(ownedBy(hubs)).toEqual([hubs.last]);
});

test.each(['nudge', 'renew'] as const)(
  'to %s a channel during its last attempt is not forgotten when that fails',
  async (way) => {
    const network = { isUp: false };
    const { channel, hubs, states } = makeFakeChannel((hub) => {
      if (network.isUp) willing(hub);
      else if (hubs.made.length < 5) failing(hub);
    });
    channel.open(7);
    await pass(42_000);
    expect(hubs.made).toHaveLength(5);
    network.isUp = true;
    channel[way]();
    hubs.last.starting.reject(new Error('down'));
    await pass(0);
    expect(states).toEqual(['Connecting', 'Connected']);
    expect(channel.live()).toBe(hubs.last);
  },
);

test('to renew begins an attempt anew that is under way, however young', async () => {
  const { channel, hubs } = makeFakeChannel();
  channel.open(7);
  await settle();
  channel.renew();
  await settle();
  expect(hubs.made).toHaveLength(2);
  expect(ownedBy(hubs)).toEqual([hubs.last]);
});

test('a listener that fails does not keep the next chat from opening', async () => {
  const { channel, hubs } = makeFakeChannel(willing);
  let calls = 0;
  channel.listen({
    changed: () => {
      calls += 1;
      if (calls === 1) throw new Error('a bug');
    },
    received: () => undefined,
    refused: () => undefined,
  });
  channel.open(7);
  await settle();
  channel.open(8);
  await settle();
  expect(channel.live()).toBe(hubs.last);
  expect(output.at('warn')).toEqual(['The hub channel has failed: Error: a bug']);
});

test('to renew replaces a connection that is up, at once, and the old one is stopped', async () => {
  const { channel, hubs, states } = makeFakeChannel(willing);
  channel.open(7);
  await settle();
  const former = hubs.last;
  channel.renew();
  expect(channel.live()).toBeUndefined();
  await settle();
  expect(former.stops).toBe(1);
  expect(hubs.made).toHaveLength(2);
  expect(channel.live()).toBe(hubs.last);
  expect(states.slice(1)).toEqual(['Connected', 'Reconnecting', 'Connected']);
});

test('renewing is no failure: it uses up no retry', async () => {
  const { channel, hubs } = makeFakeChannel(willing);
  channel.open(7);
  await settle();
  for (let time = 0; time < 10; time += 1) {
    channel.renew();
    await settle();
  }
  expect(hubs.made).toHaveLength(11);
  expect(channel.live()).toBe(hubs.last);
});

describe('a hub that refuses the token', () => {
  test.each([401, 403] as const)('with %d ends retrying at once', async (status) => {
    const { channel, hubs, states, refusals } = makeFakeChannel(({ starting, stopping }) => {
      starting.reject(new HubRefusedError(status));
      stopping.resolve();
    });
    channel.open(7);
    await pass(600_000);
    expect(hubs.made).toHaveLength(1);
    expect(states).toEqual(['Connecting', 'Disconnected']);
    expect(refusals).toEqual([status]);
    expect(output.at('warn')).toEqual([
      `Connecting to the hub failed: HubRefusedError: The hub refused the token with status ${String(status)}.`,
    ]);
  });

  test('is asked again after a nudge', async () => {
    const { channel, hubs } = makeFakeChannel(({ starting, stopping }) => {
      if (hubs.made.length === 1) starting.reject(new HubRefusedError(401));
      else starting.resolve();
      stopping.resolve();
    });
    channel.open(7);
    await settle();
    channel.nudge();
    await settle();
    expect(channel.live()).toBe(hubs.last);
  });
});

test('a failed attempt is logged without the token in it', async () => {
  const { channel } = makeFakeChannel(({ starting, stopping }) => {
    starting.reject(new Error('wss://h/chatHub66?access_token=s3cret failed'));
    stopping.resolve();
  });
  channel.open(7);
  await settle();
  expect(output.at('warn')[0]).toBe(
    'Connecting to the hub failed: Error: wss://h/chatHub66?access_token=*** failed',
  );
});
