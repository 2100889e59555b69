import type { Provider } from '../stand-in/provider';
import { generateMessages } from './generateMessages';

/** A customer with a stored conversation. */
export interface SeededCustomer {
  readonly id: number;
  readonly token: string;
  /** Number of stored messages. */
  readonly count: number;
}

/** Creates customers with stored conversations, one for each conversation length. */
export class SeededCustomers {
  readonly #customers = new Map<number, SeededCustomer>();

  constructor(private readonly provider: Provider) {}

  /** Returns the customer with this number of stored messages; creates it on the first call. */
  withMessages(count: number): SeededCustomer {
    const existing = this.#customers.get(count);
    if (existing) return existing;
    const username = `+994${String(500_000_000 + count)}`;
    const { id } = this.provider.customerFor(username);
    generateMessages(id, 1, count).forEach((message) => this.provider.store(id, message));
    const customer = { id, token: this.provider.tokenFor(username), count };
    this.#customers.set(count, customer);
    return customer;
  }
}
