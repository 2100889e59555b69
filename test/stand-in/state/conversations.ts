import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';

/** The current UTC time without a zone, with seven fraction digits as in .NET. */
export function utcNow(): string {
  const time = performance.timeOrigin + performance.now();
  const ticks = Math.floor((time % 1000) * 10_000);
  return `${new Date(time).toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}`;
}

/** The user id of the operator (S9). */
export const OPERATOR_ID = 1;

/** A message, stored and on the wire. A timestamp without a zone is UTC. */
export interface ChatMessage {
  fromUserId: number;
  toUserId: number;
  text: string | null;
  imageUrl: string | null;
  timestamp: string;
}

/** The content of an operator's message: a text, an image, or both. */
export type MessageContent = Partial<Pick<ChatMessage, 'text' | 'imageUrl'>>;

/** A customer; `username` is the phone number. */
export interface Customer {
  readonly id: number;
  readonly username: string;
}

interface Events {
  customer: [Customer];
  stored: [customerId: number, message: ChatMessage];
}

/** All customers and their messages, kept in memory. */
export class Conversations {
  readonly events = new EventEmitter<Events>();
  readonly #customerIds = new Set<number>();
  readonly #messages = new Map<number, ChatMessage[]>();

  /**
   * The customer with this phone number; creates one on the first call. The id has the digits of the
   * number, so that a restart gives it to nobody else. The 1 in front keeps it above `OPERATOR_ID`.
   */
  customerFor(username: string): Customer {
    return this.add({ id: Number(username.replace('+994', '1')), username });
  }

  /** Adds a customer with a given id, unless the customer is known. */
  add(customer: Customer): Customer {
    const isNew = !this.#customerIds.has(customer.id);
    this.#customerIds.add(customer.id);
    if (isNew) this.events.emit('customer', customer);
    return customer;
  }

  /** A customer's messages, in the order in which they were stored. */
  of(customerId: number): readonly ChatMessage[] {
    return this.#messages.get(customerId) ?? [];
  }

  /** Stores a message; missing fields default to a message that the operator sends now. */
  store(customerId: number, fields: Partial<ChatMessage>): ChatMessage {
    const message: ChatMessage = {
      fromUserId: OPERATOR_ID,
      toUserId: customerId,
      text: null,
      imageUrl: null,
      timestamp: utcNow(),
      ...fields,
    };
    this.#messages.set(customerId, [...this.of(customerId), message]);
    this.events.emit('stored', customerId, message);
    return message;
  }
}
