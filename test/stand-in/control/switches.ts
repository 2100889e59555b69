import type { Call } from '../rest/calls';
import type { TransportName } from '../hub/protocol';
import type { Rewrite } from '../rest/routes';

interface Limited {
  /** How many calls the fault affects; all if missing. */
  times?: number;
}

/** A fault of an HTTP call. With `delay` alone the call is slow and succeeds. */
export interface Fault extends Limited {
  /** Delay before the fault takes effect, in ms. */
  delay?: number;
  /** `before` (the default): nothing is stored. `after`: stored, then the response is lost. */
  when?: 'before' | 'after';
  /** Sent instead of the real response, together with the fields below. */
  status?: number;
  body?: string;
  /** `drop`: destroys the socket. `hang`: never responds. `stall`: sends only half of the body. */
  end?: 'drop' | 'hang' | 'stall';
}

/** A fault of the hub's handshake. */
export interface HandshakeFault extends Limited {
  /** Sent instead of `{}␞`. With null the hub sends nothing, now or later. */
  reply?: string | null;
}

/** Everything that can be changed while the stand-in runs. */
export type Switches = ReturnType<typeof defaultSwitches>;

/** The switches of a stand-in without faults. A list of faults is used in order. */
export const defaultSwitches = () => ({
  calls: {} as Partial<Record<Call, Fault | Fault[] | undefined>>,
  /** Faults by hub method, in lower case: the call completes with the error and does not run. */
  invocations: {} as Record<string, (Limited & { error: string }) | undefined>,
  handshake: null as HandshakeFault | HandshakeFault[] | null,
  /** The transports that negotiate offers. */
  transports: ['WebSockets', 'ServerSentEvents'] as TransportName[],
  /** `SendMessage` is delivered to its sender as `ReceiveMessage`. */
  echo: false,
  /** The message of a `send` call is delivered to its sender as `ReceiveMessage`. */
  broadcastOnSend: false,
  /** Messages are stored with the server's time instead of the client's. */
  restamp: false,
  /**
   * The change that `send` makes to a text before it stores the text. The history and
   * `broadcastOnSend` have the changed text, `echo` has the client's.
   */
  rewrite: 'none' as Rewrite,
  /** Rounds the times of the history to whole seconds, as some databases do. */
  roundsTimes: false,
  /** Each history adds a new signature to the image URLs. */
  signsImages: false,
});

/** Returns the fault for `key`, if any, and counts down its `times`. */
export function nextFault<K extends string, F extends Limited>(
  table: Partial<Record<K, F | F[] | null | undefined>>,
  key: K,
): F | undefined {
  const entry: F | F[] = (Object.hasOwn(table, key) ? table[key] : null) ?? [];
  const [fault, ...later] = Array.isArray(entry) ? entry : [entry];
  if (!fault || fault.times === undefined) return fault;
  table[key] = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }, ...later] : later;
  return fault.times > 0 ? fault : nextFault(table, key);
}
