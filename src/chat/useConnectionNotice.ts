import { useEffect, useState } from 'react';
import { type ConnectionState, selectConnection } from '../realtime/connectionSlice';
import { useAppSelector } from '../services/redux';
import { runLater } from '../shared/timers';

/**
 * Time in a state, in ms, after which the strip names the state. Connecting and Reconnecting
 * usually end earlier. Before the first attempt, the state is Disconnected for some microtasks.
 * Even a delay of 0 ms skips this state.
 */
const DELAYS: Partial<Record<ConnectionState, number>> = {
  Disconnected: 0,
  Reconnecting: 2_000,
  Connecting: 4_000,
};

/** The connection state that the strip names; null if the strip is empty. */
export type ConnectionNotice = ConnectionState | null;

/**
 * Returns the notice after a change of the connection state. After a notice of an outage, the strip
 * names the next states too, so that the customer learns how the outage ends.
 */
function nextNotice(earlier: ConnectionNotice, state: ConnectionState): ConnectionNotice {
  const isOutage = earlier !== null && earlier !== 'Connected';
  return isOutage && state !== 'Disconnecting' ? state : null;
}

/** Returns the current notice. */
export function useConnectionNotice(): ConnectionNotice {
  const connection = useAppSelector(selectConnection);
  const [current, setCurrent] = useState<{
    connection: ConnectionState;
    notice: ConnectionNotice;
  }>({ connection, notice: null });
  if (current.connection !== connection)
    setCurrent({ connection, notice: nextNotice(current.notice, connection) });

  useEffect(() => {
    const delay = DELAYS[connection];
    if (delay === undefined) return undefined;
    return runLater(delay, () => setCurrent({ connection, notice: connection }));
  }, [connection]);

  return current.notice;
}
