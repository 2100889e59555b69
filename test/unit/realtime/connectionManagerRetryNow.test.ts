import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';
import { makeObservedManager, runningClients } from '../../support/fakes/observedConnectionManager';
import { failsToStart, startsAndStops } from '../../support/fakes/fakeHubClient';
import { FAILED_CONNECTION, captureConsole } from '../../support/console/captureConsole';

useFakeClock();
const output = captureConsole(
  FAILED_CONNECTION,
  /^The connection manager has failed: Error: a bug$/,
);

/** Creates a manager that has stopped retrying. */
async function makeDisconnectedManager() {
  const observed = makeObservedManager(failsToStart);
  observed.manager.open(7);
  await advanceTime(42_000);
  expect(observed.states).toEqual(['Connecting', 'Disconnected']);
  expect(jest.getTimerCount()).toBe(0);
  return observed;
}

describe.each(['retryNow', 'reconnect'] as const)('ConnectionManager.%s', (method) => {
  test('starts over with all retries if retrying has stopped', async () => {
    const { manager, clients, states } = await makeDisconnectedManager();
    manager[method]();
    await flushPromises();
    expect(states).toEqual(['Connecting', 'Disconnected', 'Connecting']);
    await advanceTime(41_999);
    expect(clients.created).toHaveLength(9);
    await advanceTime(1);
    expect(clients.created).toHaveLength(10);
    expect(states).toEqual(['Connecting', 'Disconnected', 'Connecting', 'Disconnected']);
    await advanceTime(600_000);
    expect(clients.created).toHaveLength(10);
  });

  test('makes one attempt when it is called five times', async () => {
    const { manager, clients } = await makeDisconnectedManager();
    for (let time = 0; time < 5; time += 1) manager[method]();
    await advanceTime(0);
    // Five failed before. The sixth attempt fails too, and its first retry follows without a delay.
    expect(clients.created).toHaveLength(7);
    expect(runningClients(clients)).toEqual([]);
  });

  test('skips the rest of a delay and continues with the next one', async () => {
    const { manager, clients } = makeObservedManager(failsToStart);
    manager.open(7);
    await advanceTime(2000);
    expect(clients.created).toHaveLength(3);
    manager[method]();
    await flushPromises();
    expect(clients.created).toHaveLength(4);
    await advanceTime(29_999);
    expect(clients.created).toHaveLength(4);
    await advanceTime(1);
    expect(clients.created).toHaveLength(5);
  });

  test('retries without a delay if the last attempt is pending and fails', async () => {
    const network = { isUp: false };
    const { manager, clients, states } = makeObservedManager((client) => {
      if (network.isUp) startsAndStops(client);
      else if (clients.created.length < 5) failsToStart(client);
    });
    manager.open(7);
    await advanceTime(42_000);
    expect(clients.created).toHaveLength(5);
    network.isUp = true;
    manager[method]();
    clients.last.starting.reject(new Error('down'));
    await advanceTime(0);
    expect(states).toEqual(['Connecting', 'Connected']);
    expect(manager.activeClient()).toBe(clients.last);
  });
});

describe('ConnectionManager.retryNow', () => {
  test('keeps an established connection', async () => {
    const { manager, clients, states } = makeObservedManager(startsAndStops);
    manager.open(7);
    await flushPromises();
    manager.retryNow();
    await flushPromises();
    expect(clients.created).toHaveLength(1);
    expect(states).toEqual(['Connecting', 'Connected']);
  });

  test('restarts an attempt older than 5 s and no younger one', async () => {
    const { manager, clients } = makeObservedManager();
    manager.open(7);
    await advanceTime(5_000);
    manager.retryNow();
    await flushPromises();
    expect(clients.created).toHaveLength(1);
    await advanceTime(1);
    manager.retryNow();
    await flushPromises();
    expect(clients.created).toHaveLength(2);
    expect(runningClients(clients)).toEqual([clients.last]);
  });
});

describe('ConnectionManager.reconnect', () => {
  test('restarts even a young attempt', async () => {
    const { manager, clients } = makeObservedManager();
    manager.open(7);
    await flushPromises();
    manager.reconnect();
    await flushPromises();
    expect(clients.created).toHaveLength(2);
    expect(runningClients(clients)).toEqual([clients.last]);
  });

  test('replaces an established connection at once and stops the old client', async () => {
    const { manager, clients, states } = makeObservedManager(startsAndStops);
    manager.open(7);
    await flushPromises();
    const former = clients.last;
    manager.reconnect();
    expect(manager.activeClient()).toBeUndefined();
    await flushPromises();
    expect(former.stops).toBe(1);
    expect(clients.created).toHaveLength(2);
    expect(manager.activeClient()).toBe(clients.last);
    expect(states.slice(1)).toEqual(['Connected', 'Reconnecting', 'Connected']);
  });

  test('uses up no retry', async () => {
    const { manager, clients } = makeObservedManager(startsAndStops);
    manager.open(7);
    await flushPromises();
    for (let time = 0; time < 10; time += 1) {
      manager.reconnect();
      await flushPromises();
    }
    expect(clients.created).toHaveLength(11);
    expect(manager.activeClient()).toBe(clients.last);
  });
});

describe('connection manager', () => {
  test('opens the next chat although a listener threw', async () => {
    const { manager, clients } = makeObservedManager(startsAndStops);
    let calls = 0;
    manager.subscribe({
      changed: () => {
        calls += 1;
        if (calls === 1) throw new Error('a bug');
      },
      received: () => undefined,
      served: () => undefined,
      rejected: () => undefined,
    });
    manager.open(7);
    await flushPromises();
    manager.close();
    manager.open(8);
    await flushPromises();
    expect(manager.activeClient()).toBe(clients.last);
    expect(output.at('warn')).toEqual(['The connection manager has failed: Error: a bug']);
  });
});
