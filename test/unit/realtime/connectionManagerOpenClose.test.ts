import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';
import { makeObservedManager, runningClients } from '../../support/fakes/observedConnectionManager';
import { startsAndStops, type FakeHubClient } from '../../support/fakes/fakeHubClient';
import { FAILED_CONNECTION, captureConsole } from '../../support/console/captureConsole';

useFakeClock();
const output = captureConsole(FAILED_CONNECTION, /^Stopping the hub connection failed: /);

const neverStarts = () => undefined;
const neverStops = ({ starting }: FakeHubClient) => starting.resolve();

describe('ConnectionManager.close', () => {
  test('stops at once if the client stops at once', async () => {
    const { manager, clients, states, msUntilStopped } = makeObservedManager(startsAndStops);
    manager.open(7);
    await flushPromises();
    manager.close();
    await expect(msUntilStopped()).resolves.toBe(0);
    expect(clients.last.stops).toBe(1);
    expect(states).toEqual(['Connecting', 'Connected', 'Disconnecting', 'Disconnected']);
  });

  test('waits at most 1 s for a client that never stops', async () => {
    const { manager, states, msUntilStopped } = makeObservedManager(neverStops);
    manager.open(7);
    await flushPromises();
    manager.close();
    const stopped = msUntilStopped();
    await advanceTime(999);
    expect(states.at(-1)).toBe('Disconnecting');
    await advanceTime(1);
    expect(states.at(-1)).toBe('Disconnected');
    await expect(stopped).resolves.toBe(1000);
  });

  test('waits at most 1 s for an attempt that never ends', async () => {
    const { manager, clients, states, msUntilStopped } = makeObservedManager(neverStarts);
    manager.open(7);
    await flushPromises();
    manager.close();
    const stopped = msUntilStopped();
    await advanceTime(1000);
    await expect(stopped).resolves.toBe(1000);
    expect(clients.last.stops).toBe(1);
    expect(states).toEqual(['Connecting', 'Disconnecting', 'Disconnected']);
  });

  test('waits at most 1 s for a reconnect attempt that never ends', async () => {
    const { manager, clients, states, msUntilStopped } = makeObservedManager();
    manager.open(7);
    await flushPromises();
    startsAndStops(clients.last);
    await flushPromises();
    clients.last.events.closed();
    await flushPromises();
    expect(clients.created).toHaveLength(2);
    manager.close();
    const stopped = msUntilStopped();
    await advanceTime(1000);
    await expect(stopped).resolves.toBe(1000);
    expect(states.slice(2)).toEqual(['Reconnecting', 'Disconnecting', 'Disconnected']);
  });

  test('logs the failure of a client to stop, without the token', async () => {
    const { manager, clients, states, msUntilStopped } = makeObservedManager(neverStops);
    manager.open(7);
    await flushPromises();
    manager.close();
    clients.last.stopping.reject(new Error('Bearer s3cret is dead'));
    await expect(msUntilStopped()).resolves.toBe(0);
    expect(states.at(-1)).toBe('Disconnected');
    expect(output.at('warn')).toEqual([
      'Stopping the hub connection failed: Error: Bearer *** is dead',
    ]);
  });
});

describe('ConnectionManager.open', () => {
  test('makes one connection after open, close and open', async () => {
    const { manager, clients, states } = makeObservedManager(startsAndStops);
    manager.open(7);
    manager.close();
    manager.open(7);
    await flushPromises();
    expect(clients.created).toHaveLength(1);
    expect(states).toEqual(['Connecting', 'Connected']);
  });

  test('makes no connection if close follows at once', async () => {
    const { manager, clients, states } = makeObservedManager(startsAndStops);
    manager.open(7);
    manager.close();
    await flushPromises();
    expect(clients.created).toEqual([]);
    expect(states).toEqual([]);
  });

  test('waits for the former connection to stop', async () => {
    const { manager, clients } = makeObservedManager(neverStops);
    manager.open(7);
    await flushPromises();
    manager.close();
    manager.open(7);
    await advanceTime(999);
    expect(clients.created).toHaveLength(1);
    await advanceTime(1);
    expect(clients.created).toHaveLength(2);
    expect(runningClients(clients)).toEqual([clients.last]);
  });

  test('connects for another user after the former user’s connection is stopped', async () => {
    const { manager, clients, states } = makeObservedManager(startsAndStops);
    manager.open(7);
    await flushPromises();
    const former = clients.last;
    manager.close();
    manager.open(8);
    await flushPromises();
    expect(former.stops).toBe(1);
    expect(clients.created.map(({ userId }) => userId)).toEqual([7, 8]);
    expect(manager.activeClient()).toBe(clients.last);
    expect(states.slice(2)).toEqual(['Disconnecting', 'Disconnected', 'Connecting', 'Connected']);
  });
});
