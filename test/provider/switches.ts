import type { Call } from './calls';
import type { CloseOptions } from './hub/protocol';
import type { TransportName } from './hub/transport';
import type { TimeFormat } from './time';

interface Limited {
  /** For the next n times only. */
  times?: number;
}

/** What goes wrong with one kind of call. Nothing set but `delay` only makes it slow. */
export interface Fault extends Limited {
  /** Milliseconds to wait before the fault strikes. */
  delay?: number;
  /** Before the call is handled (nothing is stored; the default), or after it (stored, then lost). */
  when?: 'before' | 'after';
  /** An answer instead of the real one. */
  status?: number;
  body?: string;
  contentType?: string;
  headers?: Record<string, string>;
  /** Drop the socket, never answer, cut the answer in its middle, stall there, or repeat it for ever. */
  end?: 'drop' | 'hang' | 'cut' | 'stall' | 'endless';
}

/** What goes wrong with the hub's handshake. */
export interface HandshakeFault extends Limited {
  /** Sent instead of `{}␞`; null sends nothing, now and later. */
  reply?: string | null;
  /** Records put into the same frame, behind the reply. */
  append?: string;
  /** Closes right after the reply (or `delay` ms later), or even in its frame. */
  close?: CloseOptions & { sameFrame?: boolean; delay?: number };
}

/** What goes wrong with the invocations of one hub method. */
export interface InvocationFault extends Limited {
  /** Milliseconds to wait before the method runs; later invocations wait with it. */
  delay?: number;
  /** Completes with this error; the method does not run. */
  error?: string;
  /** Runs, but never completes. */
  never?: boolean;
  /** Drops the connection instead of completing. */
  drop?: boolean;
}

/** Everything about the provider that can be changed while it runs. */
export interface Switches {
  /** Faults of each call, a list being used up in order. */
  calls: Partial<Record<Call, Fault | Fault[] | undefined>>;
  /** Faults of hub methods, by lower-case name. */
  invocations: Record<string, InvocationFault | InvocationFault[] | undefined>;
  /** Faults of the handshake, a list being used up in order. */
  handshake: HandshakeFault | HandshakeFault[] | null;
  /** The transports that negotiate offers and the hub accepts. */
  transports: TransportName[];
  /** Negotiate answers with this redirect. */
  redirect: { url: string; accessToken?: string } | null;
  /** The hub pings connections that have nothing else to hear. */
  pings: boolean;
  /** The hub sends nothing at all and ignores what it hears. */
  silent: boolean;
  /** `SendMessage` is delivered back to its sender. */
  echo: boolean;
  /** The `send` call is delivered live to its sender. */
  broadcastOnSend: boolean;
  /** A message is stored with the server's time, not the client's. */
  restamp: boolean;
  timeFormat: TimeFormat;
  /** Which cross-origin headers are answered: the right ones, `*`, or none. */
  cors: 'credentials' | 'any' | 'none';
}

/** The provider at its best. */
export function defaultSwitches(): Switches {
  return {
    calls: {},
    invocations: {},
    handshake: null,
    transports: ['WebSockets', 'ServerSentEvents', 'LongPolling'],
    redirect: null,
    pings: true,
    silent: false,
    echo: false,
    broadcastOnSend: false,
    restamp: false,
    timeFormat: 'none',
    cors: 'credentials',
  };
}

/** The fault under this key, if any; one that was for a number of times is used up by it. */
export function takeFault<K extends string, F extends Limited>(
  table: Partial<Record<K, F | F[] | null | undefined>>,
  key: K,
): F | undefined {
  const entry: F | F[] = table[key] ?? [];
  const [fault, ...later] = Array.isArray(entry) ? entry : [entry];
  if (!fault || fault.times === undefined) return fault;
  table[key] = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }, ...later] : later;
  return fault.times > 0 ? fault : takeFault(table, key);
}
