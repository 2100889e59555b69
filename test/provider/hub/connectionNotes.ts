import type { EntryOf, Ledger } from '../ledger';
import type { HubConnection } from './connection';

type Noted = 'invocation' | 'delivery' | 'opened' | 'closed';
type Note<K extends Noted> = Omit<EntryOf<K>, 'kind' | 'at' | 'connectionId' | 'customerId'>;

/** Writes into the ledger what happens on one connection. */
export class ConnectionNotes {
  constructor(
    private readonly ledger: Ledger,
    private readonly connection: HubConnection,
  ) {}

  /** Writes an entry of this kind down. */
  add<K extends Noted>(kind: K, note: Note<K>): EntryOf<K> {
    const { id: connectionId, customerId } = this.connection;
    const entry = { kind, at: Date.now(), connectionId, customerId, ...note };
    return this.ledger.add(entry as unknown as EntryOf<K>);
  }

  /** Completes an entry that was written down before its end was known. */
  amend<K extends Noted>(entry: EntryOf<K>, change: Partial<EntryOf<K>>): void {
    this.ledger.amend(entry, change);
  }
}
