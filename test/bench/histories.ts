import type { Provider } from '../provider/provider';
import { conversation } from './messages';

/** A customer whose conversation is so long. */
export interface Customer {
  readonly id: number;
  readonly token: string;
  readonly count: number;
}

/** Customers with conversations, made when first asked for. */
export class Histories {
  readonly #customers = new Map<number, Customer>();

  constructor(private readonly provider: Provider) {}

  /** The customer with this many messages stored. */
  of(count: number): Customer {
    const known = this.#customers.get(count);
    if (known) return known;
    const username = `+994${String(500_000_000 + count)}`;
    const { id } = this.provider.customerFor(username);
    conversation(id, 1, count).forEach((message) => this.provider.store(id, message));
    const customer = { id, token: this.provider.tokenFor(username), count };
    this.#customers.set(count, customer);
    return customer;
  }
}
