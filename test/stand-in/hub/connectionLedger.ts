import type { EntryOf, Ledger } from '../control/ledger';
import type { HubConnection } from './connection';

type Kind = 'invocation' | 'delivery' | 'opened' | 'closed';
type Details<K extends Kind> = Omit<EntryOf<K>, 'kind' | 'at' | 'connectionId' | 'customerId'>;

/** Adds ledger entries that carry one connection's id and customer. */
export class ConnectionLedger {
  constructor(
    private readonly ledger: Ledger,
    private readonly connection: HubConnection,
  ) {}

  /** Appends an entry. @returns the entry, for `amend` */
  add<K extends Kind>(kind: K, details: Details<K>): EntryOf<K> {
    const { id: connectionId, customerId } = this.connection;
    const entry = { kind, at: Date.now(), connectionId, customerId, ...details };
    return this.ledger.add(entry as unknown as EntryOf<K>);
  }

  /** Updates an entry once its outcome is known. */
  amend<K extends Kind>(entry: EntryOf<K>, change: Partial<EntryOf<K>>): void {
    this.ledger.amend(entry, change);
  }
}
