import type { ServerResponse } from 'node:http';
import type { ConnectionSlot } from '../connectionSlots';
import type { Hub } from '../hub';
import { LongPolling } from './longPolling';

/** Handles a poll. A connection's first poll opens it and gets an empty response at once. */
export function acceptPoll(hub: Hub, slot: ConnectionSlot, response: ServerResponse): void {
  if (slot.polling) {
    slot.polling.accept(response);
    return;
  }
  const release = (): void => hub.slots.release(slot);
  const polling = new LongPolling(
    hub.timers,
    hub.timing,
    () => {
      slot.connection?.onTransportClosed();
      release();
    },
    release,
  );
  slot.polling = polling;
  hub.connect(slot, polling);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.end();
}
