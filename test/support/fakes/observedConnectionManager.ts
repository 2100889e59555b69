import { createConnectionManager } from '../../../src/realtime/connectionManager';
import type { ConnectionState } from '../../../src/realtime/connectionSlice';
import { FakeHubClients, type FakeHubClient } from './fakeHubClient';

/**
 * Creates a connection manager on fake clients and records its events.
 * @param prepare called with each new client
 */
export function makeObservedManager(prepare?: (client: FakeHubClient) => void) {
  const clients = new FakeHubClients(prepare);
  const manager = createConnectionManager(clients.create, () => Date.now());
  const states: ConnectionState[] = [];
  const received: unknown[] = [];
  const rejections: string[] = [];
  let served = 0;
  manager.subscribe({
    changed: (state) => states.push(state),
    served: () => {
      served += 1;
    },
    received: (payload) => received.push(payload),
    rejected: ({ name }) => rejections.push(name),
  });
  /** Milliseconds until a closed manager has stopped. */
  const msUntilStopped = async () => {
    const start = Date.now();
    await manager.whenStopped();
    return Date.now() - start;
  };
  return { manager, clients, states, received, rejections, served: () => served, msUntilStopped };
}

/** Clients that were started and not stopped. */
export const runningClients = ({ created }: FakeHubClients) =>
  created.filter(({ starts, stops }) => starts > 0 && stops === 0);
