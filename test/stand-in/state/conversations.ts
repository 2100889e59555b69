import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { OPERATOR_ID, type ChatMessage } from './message';
import { utcNow } from './time';

/** A customer; `username` is the phone number. */
export interface Customer {
  readonly id: number;
  readonly username: string;
}

interface Events {
  customer: [Customer];
  stored: [customerId: number, message: ChatMessage];
}

interface Stored {
  message: ChatMessage;
  /** On the monotonic clock, in ms. */
  at: number;
}

/** All customers and their messages, kept in memory. */
export class Conversations {
  readonly events = new EventEmitter<Events>();
  readonly #customers = new Map<number, Customer>();
  readonly #messages = new Map<number, Stored[]>();
  #nextId = OPERATOR_ID + 1;

  /** The customer with this phone number; creates one on the first call. */
  customerFor(username: string): Customer {
    const known = this.customers().find((customer) => customer.username === username);
    return known ?? this.add({ id: this.#nextId, username });
  }

  /** Adds a customer with a given id. */
  add(customer: Customer): Customer {
    this.#nextId = Math.max(this.#nextId, customer.id + 1);
    const isNew = !this.#customers.has(customer.id);
    this.#customers.set(customer.id, customer);
    if (isNew) this.events.emit('customer', customer);
    return customer;
  }

  customers(): Customer[] {
    return [...this.#customers.values()];
  }

  /**
   * A customer's messages, in the order in which they were stored.
   * @param lag time, in ms; messages stored within this time are missing, as in a read replica
   */
  of(customerId: number, lag = 0): readonly ChatMessage[] {
    const newest = performance.now() - lag;
    const all = this.#messages.get(customerId) ?? [];
    return all.filter(({ at }) => at <= newest).map(({ message }) => message);
  }

  /**
   * Stores a message; missing fields default to a message that the operator sends now.
   * @param age time since the message was stored, in ms; its timestamp does not matter
   */
  store(customerId: number, message: Partial<ChatMessage>, age = 0): ChatMessage {
    const stored: ChatMessage = {
      fromUserId: message.fromUserId ?? OPERATOR_ID,
      toUserId: message.toUserId ?? customerId,
      text: message.text ?? null,
      imageUrl: message.imageUrl ?? null,
      timestamp: message.timestamp ?? utcNow(),
    };
    const entry = { message: stored, at: performance.now() - age };
    const messages = this.#messages.get(customerId);
    if (messages) messages.push(entry);
    else this.#messages.set(customerId, [entry]);
    this.events.emit('stored', customerId, stored);
    return stored;
  }
}
