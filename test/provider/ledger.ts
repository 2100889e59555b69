import { EventEmitter } from 'node:events';
import type { Call } from './calls';
import type { TransportName } from './hub/transport';

/** An HTTP request; written down when it arrives, its status when it ends. */
export interface RequestEntry {
  kind: 'request';
  call: Call;
  method: string;
  /** The path without the query, which may hold a token. */
  path: string;
  status: number | 'pending' | 'dropped';
  customerId: number | undefined;
  /** How a token was carried; never the token itself. */
  token: 'none' | 'header' | 'query';
}

interface OnConnection {
  connectionId: string;
  customerId: number;
}

/** A hub method that was called, and how that ended. */
export interface InvocationEntry extends OnConnection {
  kind: 'invocation';
  target: string;
  arguments: readonly unknown[];
  outcome: 'pending' | 'completed' | 'failed' | 'never' | 'dropped';
}

/** An event that was sent to a connection. */
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

/** A connection that ended: by whom, and whether the client said goodbye with a Close record. */
export interface ClosedEntry extends OnConnection {
  kind: 'closed';
  by: 'client' | 'server';
  sawClose: boolean;
  code: number | undefined;
}

/** What is written down; `at` is milliseconds since 1970. */
export type LedgerEntry = { at: number } & (
  RequestEntry | InvocationEntry | DeliveryEntry | OpenedEntry | ClosedEntry
);

/** An entry of one kind. */
export type EntryOf<K extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: K }>;

/** Everything that happened at the provider, in order. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];
  readonly #changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);

  /** Writes an entry down; the answer can be amended with `amend`. */
  add<E extends LedgerEntry>(entry: E): E {
    this.entries.push(entry);
    this.#changes.emit('change');
    return entry;
  }

  /** Completes an entry that was written down before its end was known. */
  amend<E extends LedgerEntry>(entry: E, change: Partial<E>): void {
    Object.assign(entry, change);
    this.#changes.emit('change');
  }

  /** All entries of one kind. */
  of<K extends LedgerEntry['kind']>(kind: K): EntryOf<K>[] {
    return this.entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);
  }

  /** The requests of one call. */
  requests(call: Call): EntryOf<'request'>[] {
    return this.of('request').filter((entry) => entry.call === call);
  }

  /** Forgets what was written down. */
  clear(): void {
    this.entries.length = 0;
  }

  /** Resolves with the `count`th entry that matches, past or future; rejects when time is up. */
  waitFor(
    predicate: (entry: LedgerEntry) => boolean,
    timeoutMs = 5000,
    count = 1,
  ): Promise<LedgerEntry> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = this.entries.filter(predicate)[count - 1];
        if (found) settle(() => resolve(found));
      };
      const timer = setTimeout(() => {
        const kinds = this.entries.map((entry) => JSON.stringify(entry)).slice(-12);
        settle(() => reject(new Error(`Not in the ledger. Its end:\n${kinds.join('\n')}`)));
      }, timeoutMs);
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        this.#changes.off('change', look);
        done();
      };
      this.#changes.on('change', look);
      look();
    });
  }
}
