import type { RequestHandler } from 'express';
import type { TransportName } from '../hub/protocol';
import { callOf, type Call } from '../rest/calls';
import { identify, type Identity } from '../rest/routes';

/** An HTTP request: recorded when it arrives, its status when the response ends. */
interface RequestEntry extends Identity {
  kind: 'request';
  call: Call;
  /** Without the query, which may contain a token. */
  path: string;
  status: number | 'pending' | 'dropped';
}

interface OnConnection {
  connectionId: string;
  customerId: number;
}

/** A hub method that a client invoked; `pending` until the completion is sent. */
export interface InvocationEntry extends OnConnection {
  kind: 'invocation';
  target: string;
  arguments: readonly unknown[];
  outcome: 'pending' | 'completed' | 'failed';
}

/** A message that the hub sent to a connection. */
interface DeliveryEntry extends OnConnection {
  kind: 'delivery';
}

/** A connection whose handshake succeeded. */
interface OpenedEntry extends OnConnection {
  kind: 'opened';
  transport: TransportName;
}

/** A connection that ended; `sawClose`: the client sent a Close record first. */
interface ClosedEntry extends OnConnection {
  kind: 'closed';
  by: 'client' | 'server';
  sawClose: boolean;
}

type Details = RequestEntry | InvocationEntry | DeliveryEntry | OpenedEntry | ClosedEntry;
/** An entry of one kind, or of any; `at` is its time in ms since 1970. */
type LedgerEntry<K = Details['kind']> = Extract<Details, { kind: K }> & { at: number };

/** Records every request, invocation and connection of the stand-in, in order. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  /** Appends an entry. @returns the entry, whose fields may change later */
  add<E extends Details>(details: E): E {
    const entry = { at: Date.now(), ...details };
    this.entries.push(entry);
    return entry;
  }

  of<K extends LedgerEntry['kind']>(kind: K): LedgerEntry<K>[] {
    return this.entries.filter((entry): entry is LedgerEntry<K> => entry.kind === kind);
  }

  requests(call: Call): LedgerEntry<'request'>[] {
    return this.of('request').filter((entry) => entry.call === call);
  }

  clear(): void {
    this.entries.length = 0;
  }
}

/** Records every request, and its status when the response is sent or the socket closes. */
export function recordRequests(ledger: Ledger): RequestHandler {
  return (request, response, next) => {
    const { searchParams } = new URL(request.url, 'http://provider');
    const entry = ledger.add<RequestEntry>({
      kind: 'request',
      call: callOf(request),
      path: request.path,
      status: 'pending',
      ...identify(request, searchParams),
    });
    response.on('finish', () => {
      entry.status = response.statusCode;
    });
    response.on('close', () => {
      if (entry.status === 'pending') entry.status = 'dropped';
    });
    next();
  };
}
