import { createChannel } from '../../src/provider/channel';
import type { ConnectionState } from '../../src/provider/hub';
import { FakeHubs, type FakeHub } from './fakeHub';

/** A channel over hand-made connections, and what it has told. */
export function makeFakeChannel(prepare?: (hub: FakeHub) => void) {
  const hubs = new FakeHubs(prepare);
  const channel = createChannel(hubs.create, () => Date.now());
  const states: ConnectionState[] = [];
  const received: unknown[] = [];
  const refusals: number[] = [];
  channel.listen({
    changed: (state) => states.push(state),
    received: (payload) => received.push(payload),
    refused: ({ status }) => refusals.push(status),
  });
  /** When the channel is stopped, in milliseconds from now; only for one that was closed. */
  const stoppedAt = () => {
    const since = Date.now();
    return channel.stopped().then(() => Date.now() - since);
  };
  return { channel, hubs, states, received, refusals, stoppedAt };
}

/** Connections that were started and neither failed nor were told to stop. */
export const ownedBy = ({ made }: FakeHubs) =>
  made.filter(({ starts, stops }) => starts > 0 && stops === 0);
