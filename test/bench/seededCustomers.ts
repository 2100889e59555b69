import type { Provider } from '../stand-in/provider';
import { generateMessages } from './generateMessages';

/** A customer with a stored conversation. */
export interface SeededCustomer {
  readonly id: number;
  readonly token: string;
  /** Number of stored messages. */
  readonly count: number;
}

/** Creates customers with stored conversations. */
export class SeededCustomers {
  readonly #customers = new Map<number, SeededCustomer>();
  #created = 0;

  constructor(private readonly provider: Provider) {}

  /** Returns the customer with this number of stored messages; creates it on the first call. */
  withMessages(count: number): SeededCustomer {
    const existing = this.#customers.get(count);
    if (existing) return existing;
    const customer = this.create(count);
    this.#customers.set(count, customer);
    return customer;
  }

  /** Creates a customer that no other measurement uses, so that the conversation may grow. */
  create(count: number): SeededCustomer {
    this.#created += 1;
    const username = `+994${String(500_000_000 + this.#created)}`;
    const { id } = this.provider.customerFor(username);
    generateMessages(id, 1, count).forEach((message) => this.provider.store(id, message));
    return { id, token: this.provider.tokenFor(username), count };
  }
}
