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

type LedgerEntry =
  | RequestEntry
  // A hub method that a client invoked.
  | { kind: 'invocation'; target: string; arguments: readonly unknown[] }
  // A connection whose handshake succeeded.
  | { kind: 'opened'; transport: TransportName };
type EntryOf<Kind> = Extract<LedgerEntry, { kind: Kind }>;

/** Records every request, invocation and connection of the stand-in, in order. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  /** Appends an entry. @returns the entry, whose fields may change later */
  add<E extends LedgerEntry>(entry: E): E {
    this.entries.push(entry);
    return entry;
  }

  of<Kind extends LedgerEntry['kind']>(kind: Kind): EntryOf<Kind>[] {
    return this.entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);
  }

  requests(call: Call): RequestEntry[] {
    return this.of('request').filter((entry) => entry.call === call);
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
