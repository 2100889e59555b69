import { useEffect, useState } from 'react';
import { type ConnectionState, selectConnection } from '../realtime/connectionSlice';
import { useAppSelector } from '../services/redux';

/**
 * Time in a state, in ms, after which the strip names the state. Most times in Reconnecting are
 * shorter. Disconnected is the state of a few microtasks between sign-in and the first attempt.
 */
const DELAYS: Partial<Record<ConnectionState, number>> = { Disconnected: 0, Reconnecting: 2_000 };

/** The connection state that the strip names; null if the strip is empty. */
export type ConnectionNotice = ConnectionState | null;

/**
 * Returns the notice after a change of the connection state. A notice is followed by the next
 * state, so that the customer who has read of an outage also learns that it ends.
 */
function nextNotice(earlier: ConnectionNotice, state: ConnectionState): ConnectionNotice {
  const isOutage = earlier !== null && earlier !== 'Connected';
  return isOutage && state !== 'Disconnecting' ? state : null;
}

/** Returns the current notice. The first Connecting gives none; later, see `DELAYS`. */
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
    const timer = setTimeout(() => {
      setCurrent({ connection, notice: connection });
    }, delay);
    return () => {
      clearTimeout(timer);
    };
  }, [connection]);

  return current.notice;
}
