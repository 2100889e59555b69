import { EventEmitter } from 'node:events';
import type { RequestHandler } from 'express';
import type { TransportName } from '../hub/protocol';
import { callOf, type Call } from '../rest/calls';
import { identify } from '../rest/routes';

/** An HTTP request: recorded when it arrives, its status when the response ends. */
export interface RequestEntry {
  kind: 'request';
  call: Call;
  method: string;
  /** Without the query, which may contain a token. */
  path: string;
  status: number | 'pending' | 'dropped';
  customerId: number | undefined;
  /** Where the token was sent. The token itself is never recorded. */
  token: 'none' | 'header' | 'query';
}

interface OnConnection {
  connectionId: string;
  customerId: number;
}

/** A hub method that a client invoked, and the outcome. */
export interface InvocationEntry extends OnConnection {
  kind: 'invocation';
  target: string;
  arguments: readonly unknown[];
  outcome: 'pending' | 'completed' | 'failed' | 'never' | 'dropped';
}

/** An event that the hub sent to a connection. */
export interface DeliveryEntry extends OnConnection {
  kind: 'delivery';
  target: string;
  arguments: readonly unknown[];
}

/** A connection whose handshake succeeded. */
export interface OpenedEntry extends OnConnection {
  kind: 'opened';
  transport: TransportName;
}

/** A connection that ended; `sawClose`: the client sent a Close record first. */
export interface ClosedEntry extends OnConnection {
  kind: 'closed';
  by: 'client' | 'server';
  sawClose: boolean;
}

/** An entry of any kind; `at` is its time in ms since 1970. */
export type LedgerEntry = { at: number } & (
  RequestEntry | InvocationEntry | DeliveryEntry | OpenedEntry | ClosedEntry
);

export type EntryOf<K extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: K }>;

/** Records every request, invocation and connection of the stand-in, in order. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];
  readonly #changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);

  /** Appends an entry. @returns the entry, for `amend` */
  add<E extends LedgerEntry>(entry: E): E {
    this.entries.push(entry);
    this.#changes.emit('change');
    return entry;
  }

  /** Updates an entry once its outcome is known. */
  amend<E extends LedgerEntry>(entry: E, change: Partial<E>): void {
    Object.assign(entry, change);
    this.#changes.emit('change');
  }

  of<K extends LedgerEntry['kind']>(kind: K): EntryOf<K>[] {
    return this.entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);
  }

  requests(call: Call): EntryOf<'request'>[] {
    return this.of('request').filter((entry) => entry.call === call);
  }

  clear(): void {
    this.entries.length = 0;
  }

  /** Resolves with the `count`th matching entry, past or future; rejects after `timeoutMs`. */
  waitFor(
    predicate: (entry: LedgerEntry) => boolean,
    timeoutMs = 5000,
    count = 1,
  ): Promise<LedgerEntry> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = this.entries.filter(predicate)[count - 1];
        if (found) settle(() => resolve(found));
      };
      const timer = setTimeout(() => {
        const last = this.entries.slice(-12).map((entry) => JSON.stringify(entry));
        settle(() => reject(new Error(`Not in the ledger. Last entries:\n${last.join('\n')}`)));
      }, timeoutMs);
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        this.#changes.off('change', check);
        done();
      };
      this.#changes.on('change', check);
      check();
    });
  }
}

/** Records every request, and its status when the response is sent or the socket closes. */
export function recordRequests(ledger: Ledger): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    const { searchParams } = new URL(request.url, 'http://provider');
    const identity = identify(request, searchParams);
    const call = callOf(request);
    const entry = ledger.add<EntryOf<'request'>>({
      kind: 'request',
      at: Date.now(),
      call,
      method,
      path,
      status: 'pending',
      ...identity,
    });
    response.on('finish', () => ledger.amend(entry, { status: response.statusCode }));
    response.on('close', () => {
      if (entry.status === 'pending') ledger.amend(entry, { status: 'dropped' });
    });
    next();
  };
}
