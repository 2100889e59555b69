import { EventEmitter } from 'node:events';
import type { Context } from '../context';
import { OPERATOR_ID, type ChatMessage, type OperatorWords } from '../message';
import { drawCard } from './picture';
import { answerText, PICTURE_RECEIVED, PICTURE_SENT, WELCOME } from './texts';

/** How the operator behaves when nobody sits at the page. */
export interface OperatorOptions {
  readonly isAutomatic: boolean;
  /** Milliseconds until an automatic answer. */
  readonly answerDelay: number;
}

const PICTURE_EVERY = 3;

/** The one to whom all customers write: answers by itself, until a person takes a customer over. */
export class Operator {
  readonly events = new EventEmitter<{ taken: [customerId: number, isTaken: boolean] }>();
  readonly #taken = new Set<number>();
  readonly #answered = new Map<number, number>();

  constructor(
    private readonly context: Context,
    private readonly options: OperatorOptions,
  ) {
    const { conversations } = context;
    if (!options.isAutomatic) return;
    conversations.events.on('customer', ({ id }) => conversations.store(id, { text: WELCOME }));
    conversations.events.on('stored', (customerId, message) => {
      if (message.fromUserId !== OPERATOR_ID) this.#answerLater(customerId, message);
    });
  }

  /** Stores what the operator says and delivers it live. */
  send(customerId: number, words: OperatorWords): ChatMessage {
    const { text = null, imageUrl = null } = words;
    const message = this.context.conversations.store(customerId, { text, imageUrl });
    this.context.hub.receiveMessage(customerId, message);
    return message;
  }

  /** Hands a customer to a person, or back to the automatic answers. */
  take(customerId: number, isTaken: boolean): void {
    if (isTaken) this.#taken.add(customerId);
    else this.#taken.delete(customerId);
    this.events.emit('taken', customerId, isTaken);
  }

  /** Whether a person answers this customer; always so where nothing answers by itself. */
  isTaken(customerId: number): boolean {
    return !this.options.isAutomatic || this.#taken.has(customerId);
  }

  #answerLater(customerId: number, message: ChatMessage): void {
    this.context.timers.after(this.options.answerDelay, () => {
      if (!this.isTaken(customerId)) this.send(customerId, this.#answer(customerId, message));
    });
  }

  #answer(customerId: number, message: ChatMessage): OperatorWords {
    const n = this.#answered.get(customerId) ?? 0;
    this.#answered.set(customerId, n + 1);
    if (message.imageUrl) return { text: PICTURE_RECEIVED };
    if (n % PICTURE_EVERY !== PICTURE_EVERY - 1) return { text: answerText(n) };
    const imageUrl = this.context.pictures.add(drawCard(Math.floor(n / PICTURE_EVERY)));
    return { text: PICTURE_SENT, imageUrl };
  }
}
