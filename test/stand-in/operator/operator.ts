import { EventEmitter } from 'node:events';
import type { Context } from '../context';
import { OPERATOR_ID, type ChatMessage, type MessageContent } from '../state/message';
import { readCard } from './cards';
import { IMAGE_RECEIVED, IMAGE_SENT, replyText, WELCOME } from './replies';

/** How the operator behaves until a person takes over a conversation. */
export interface OperatorOptions {
  /** Replies by itself; otherwise the operator is silent. */
  readonly isAutomatic: boolean;
  /** Delay before an automatic reply, in ms. */
  readonly replyDelay: number;
}

/** Every nth automatic reply carries an image. */
const IMAGE_EVERY = 3;

/** Sends the operator's messages: automatic replies, and those of a person. */
export class Operator {
  readonly events = new EventEmitter<{ mode: [customerId: number] }>();
  readonly #manual = new Set<number>();
  readonly #replyCounts = new Map<number, number>();

  constructor(
    private readonly context: Context,
    private readonly options: OperatorOptions,
  ) {
    const { conversations } = context;
    if (!options.isAutomatic) return;
    conversations.events.on('customer', ({ id }) => conversations.store(id, { text: WELCOME }));
    conversations.events.on('stored', (customerId, message) => {
      if (message.fromUserId !== OPERATOR_ID) this.#replyLater(customerId, message);
    });
  }

  /** Stores a message of the operator and delivers it live. */
  send(customerId: number, content: MessageContent): ChatMessage {
    const { text = null, imageUrl = null } = content;
    const message = this.context.conversations.store(customerId, { text, imageUrl });
    this.context.hub.receiveMessage(customerId, message);
    return message;
  }

  /** Stops or resumes the automatic replies to a customer. */
  setManual(customerId: number, isManual: boolean): void {
    if (isManual) this.#manual.add(customerId);
    else this.#manual.delete(customerId);
    this.events.emit('mode', customerId);
  }

  /** Whether only a person replies to this customer. */
  isManual(customerId: number): boolean {
    return !this.options.isAutomatic || this.#manual.has(customerId);
  }

  #replyLater(customerId: number, message: ChatMessage): void {
    this.context.timers.after(this.options.replyDelay, () => {
      if (!this.isManual(customerId)) this.send(customerId, this.#nextReply(customerId, message));
    });
  }

  #nextReply(customerId: number, message: ChatMessage): MessageContent {
    const n = this.#replyCounts.get(customerId) ?? 0;
    this.#replyCounts.set(customerId, n + 1);
    if (message.imageUrl) return { text: IMAGE_RECEIVED };
    if (n % IMAGE_EVERY !== IMAGE_EVERY - 1) return { text: replyText(n) };
    const imageUrl = this.context.images.add(readCard(Math.floor(n / IMAGE_EVERY)));
    return { text: IMAGE_SENT, imageUrl };
  }
}
