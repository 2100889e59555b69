import { useEffect, useState } from 'react';
import { type ConnectionState, selectConnection } from '../../hub/connectionSlice';
import { useAppSelector } from '../../app/hooks';
import { runLater } from '../../platform/timers';

/**
 * Delay before the strip names a state, in ms. Most attempts connect earlier. A delay of
 * 0 ms skips the short Disconnected before the first attempt.
 */
const DELAYS: Partial<Record<ConnectionState, number>> = {
  Disconnected: 0,
  Reconnecting: 2_000,
  Connecting: 4_000,
};

/** Returns the connection state that the strip names; null if the strip is empty. */
export function useStripState(): ConnectionState | null {
  const connection = useAppSelector(selectConnection);
  const [current, setCurrent] = useState({ connection, named: null as ConnectionState | null });
  if (current.connection !== connection) {
    // Once the strip names an outage, it names each state until Connected.
    const isOutage = current.named !== null && current.named !== 'Connected';
    const named = isOutage && connection !== 'Disconnecting' ? connection : null;
    setCurrent({ connection, named });
  }

  useEffect(() => {
    const delay = DELAYS[connection];
    if (delay === undefined) return undefined;
    return runLater(delay, () => setCurrent({ connection, named: connection }));
  }, [connection]);

  return current.named;
}
