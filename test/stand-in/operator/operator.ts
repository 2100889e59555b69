import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context';
import { OPERATOR_ID, type ChatMessage, type MessageContent } from '../state/conversations';

/** The confirmation that the automatic operator sends, a PNG. */
const CARD = readFileSync(join(__dirname, 'card.png'));

/** The first message in a new customer's history. */
const WELCOME = 'Salam! Dəstək xidmətinə xoş gəlmisiniz. Sizə necə kömək edə bilərik?';

/** The automatic reply to an image. */
const IMAGE_RECEIVED = 'Şəkli aldım, təşəkkür edirəm. Baxıb sizə cavab yazacağam.';

/** The automatic reply that carries an image. */
const IMAGE_SENT = 'Müraciətiniz qeydə alındı. Təsdiqi şəkildə göndərirəm.';

const REPLIES = [
  'Salam! Müraciətinizi aldım, indi yoxlayıram.',
  'Başa düşdüm. Bir az vaxt verin, məlumatı dəqiqləşdirirəm.',
  IMAGE_SENT,
  'Təşəkkür edirəm. Zəhmət olmasa, bir az daha ətraflı yazın.',
  'Yoxladım, hər şey qaydasındadır. Başqa sualınız var?',
] as const;

/** Sends the operator's messages: automatic replies, and those of a person. */
export class Operator {
  readonly #manual = new Set<number>();
  #lastCustomer: number | undefined;
  #replyCount = 0;

  constructor(private readonly context: Context) {}

  /** Welcomes new customers, and replies to every message after a delay in ms. */
  automate(replyDelay: number): void {
    const { conversations } = this.context;
    conversations.events.on('customer', ({ id }) => conversations.store(id, { text: WELCOME }));
    conversations.events.on('stored', (customerId, message) => {
      if (message.fromUserId === OPERATOR_ID) return;
      this.#lastCustomer = customerId;
      setTimeout(() => this.#reply(customerId, message), replyDelay).unref();
    });
  }

  /** Stores a message of the operator and delivers it live. */
  send(customerId: number, content: MessageContent): ChatMessage {
    const message = this.context.conversations.store(customerId, content);
    this.context.hub.pushMessage(customerId, message);
    return message;
  }

  /** Replies as a person to the customer who wrote last, and ends the automatic replies to this customer. */
  takeOver(text: string): void {
    if (this.#lastCustomer === undefined || !text) return;
    this.#manual.add(this.#lastCustomer);
    this.send(this.#lastCustomer, { text });
  }

  #reply(customerId: number, message: ChatMessage): void {
    if (!this.#manual.has(customerId)) this.send(customerId, this.#nextReply(message));
  }

  #nextReply(message: ChatMessage): MessageContent {
    if (message.imageUrl) return { text: IMAGE_RECEIVED };
    const text = REPLIES[this.#replyCount++ % REPLIES.length] ?? '';
    return text === IMAGE_SENT
      ? { text, imageUrl: this.context.images.add(CARD) ?? null }
      : { text };
  }
}
