import { useEffect, useState } from 'react';
import { type ConnectionState, selectConnection } from '../../hub/connectionSlice';
import { useAppSelector } from '../../app/hooks';
import { runLater } from '../../platform/timers';

/**
 * Time in a state, in ms, after which the strip names the state. Connecting and Reconnecting
 * usually end earlier. A delay of 0 ms skips the Disconnected before the first attempt, which lasts for
 * some microtasks.
 */
const DELAYS: Partial<Record<ConnectionState, number>> = {
  Disconnected: 0,
  Reconnecting: 2_000,
  Connecting: 4_000,
};

/** Returns the connection state that the strip names; null if the strip is empty. */
export function useConnectionNotice(): ConnectionState | null {
  const connection = useAppSelector(selectConnection);
  const [current, setCurrent] = useState({ connection, notice: null as ConnectionState | null });
  if (current.connection !== connection) {
    // After a notice of an outage, the strip names each state until Connected.
    const isOutage = current.notice !== null && current.notice !== 'Connected';
    const notice = isOutage && connection !== 'Disconnecting' ? connection : null;
    setCurrent({ connection, notice });
  }

  useEffect(() => {
    const delay = DELAYS[connection];
    if (delay === undefined) return undefined;
    return runLater(delay, () => setCurrent({ connection, notice: connection }));
  }, [connection]);

  return current.notice;
}
