import type { ServerResponse } from 'node:http';
import type { Hub } from './hub';
import { LongPolling } from './longPolling';
import type { Slot } from './slots';

/** Takes a poll; a connection's first one only opens it and is answered at once, with nothing. */
export function takePoll(hub: Hub, slot: Slot, response: ServerResponse): void {
  if (slot.polling) {
    slot.polling.take(response);
    return;
  }
  const free = (): void => hub.slots.free(slot);
  const polling = new LongPolling(
    hub.timers,
    hub.timing,
    () => {
      slot.connection?.lost();
      free();
    },
    free,
  );
  slot.polling = polling;
  hub.connect(slot, polling);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.end();
}
