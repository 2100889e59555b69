import { createConnectionManager } from '../../../src/realtime/connectionManager';
import type { HubClient } from '../../../src/services/hubClient';
import {
  advanceTime,
  flushPromises,
  TICK,
  useFakeClock,
  deferred,
} from '../../support/time/frames';
import { makeObservedManager, runningClients } from '../../support/fakes/observedConnectionManager';
import { FakeHubClient, startsAndStops } from '../../support/fakes/fakeHubClient';
import { FAILED_CONNECTION, captureConsole } from '../../support/console/captureConsole';

useFakeClock();
const output = captureConsole(FAILED_CONNECTION);

describe('connection manager', () => {
  describe('late events of a client', () => {
    test('ignores messages after the closed event', async () => {
      const { manager, clients, received } = makeObservedManager(startsAndStops);
      manager.open(7);
      await flushPromises();
      const [first] = clients.created;
      first?.events.closed();
      first?.events.received('too late');
      await flushPromises();
      clients.last.events.received('by the next');
      expect(received).toEqual(['by the next']);
    });

    test('ignores messages of the former user’s client', async () => {
      const { manager, clients, received } = makeObservedManager(startsAndStops);
      manager.open(7);
      await flushPromises();
      const former = clients.last;
      manager.close();
      manager.open(8);
      former.events.received('of the former user');
      await flushPromises();
      former.events.received('of the former user');
      clients.last.events.received('of the current user');
      expect(received).toEqual(['of the current user']);
    });
  });

  test('reports a message that arrives before start resolves', async () => {
    const { manager, clients, received } = makeObservedManager();
    manager.open(7);
    await flushPromises();
    clients.last.events.received('early');
    expect(received).toEqual(['early']);
  });

  describe('a start that succeeds too late', () => {
    test('is stopped after the deadline', async () => {
      const { manager, clients, states } = makeObservedManager();
      manager.open(7);
      await advanceTime(20_000 + TICK);
      const [late, next] = clients.created;
      if (!late || !next) throw new Error('There is no second attempt.');
      late.starting.resolve();
      await flushPromises();
      expect(late.stops).toBe(2);
      expect(states).toEqual(['Connecting']);
      startsAndStops(next);
      await flushPromises();
      late.events.received('too late');
      expect(manager.activeClient()).toBe(next);
      expect(runningClients(clients)).toEqual([next]);
    });
  });

  describe.each([0, 1, 2, 3, 4, 5, 6])('%d microtasks after start settled', (microtasks) => {
    const runMicrotasks = async () => {
      for (let count = 0; count < microtasks; count += 1) await Promise.resolve();
    };

    test('does not report Connected after the closed event', async () => {
      const { manager, clients, states } = makeObservedManager();
      manager.open(7);
      await flushPromises();
      clients.last.starting.resolve();
      await runMicrotasks();
      const before = [...states];
      clients.last.events.closed();
      await Promise.resolve();
      expect(manager.activeClient()).toBeUndefined();
      await flushPromises();
      expect(states.includes('Connected')).toBe(before.includes('Connected'));
      expect(clients.created).toHaveLength(2);
    });

    test('logs no failure after close', async () => {
      const { manager, clients } = makeObservedManager();
      manager.open(7);
      await flushPromises();
      clients.last.starting.reject(new Error('down'));
      await runMicrotasks();
      const before = output.lines.length;
      manager.close();
      await advanceTime(1000);
      expect(output.lines).toHaveLength(before);
    });
  });

  describe('the attempt deadline', () => {
    test('abandons an attempt after 20 s, logs that and makes the next attempt', async () => {
      const { manager, clients } = makeObservedManager();
      manager.open(7);
      await advanceTime(19_999);
      expect(clients.created).toHaveLength(1);
      expect(clients.last.stops).toBe(0);
      await advanceTime(1 + TICK);
      expect(clients.created).toHaveLength(2);
      expect(clients.created[0]?.stops).toBe(1);
      expect(output.at('warn')).toEqual(['Connecting to the hub has timed out.']);
    });
  });

  describe('the client factory', () => {
    test('counts as a failed attempt if the SignalR code does not load', async () => {
      let loads = 0;
      const manager = createConnectionManager(
        () => {
          loads += 1;
          return Promise.reject(new Error('Loading chunk signalr failed.'));
        },
        () => Date.now(),
      );
      const states: string[] = [];
      manager.subscribe({
        changed: (state) => states.push(state),
        received: () => undefined,
        served: () => undefined,
        rejected: () => undefined,
      });
      manager.open(7);
      await advanceTime(42_000);
      expect(loads).toBe(5);
      expect(states).toEqual(['Connecting', 'Disconnected']);
      expect(output.at('warn')[0]).toBe(
        'Connecting to the hub failed: Error: Loading chunk signalr failed.',
      );
    });

    test('never starts a client that it creates after close', async () => {
      const loading = deferred<HubClient>();
      const client = new FakeHubClient(7, {
        received: () => undefined,
        served: () => undefined,
        closed: () => undefined,
      });
      const manager = createConnectionManager(
        () => loading.promise,
        () => Date.now(),
      );
      manager.subscribe({
        changed: () => undefined,
        received: () => undefined,
        served: () => undefined,
        rejected: () => undefined,
      });
      manager.open(7);
      await flushPromises();
      manager.close();
      await flushPromises();
      loading.resolve(client);
      await flushPromises();
      expect(client.starts).toBe(0);
    });
  });
});
