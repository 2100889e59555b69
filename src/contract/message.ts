import { freeze } from '@reduxjs/toolkit';
import { OPERATOR_ID } from './constants';
import { normaliseText } from './messageText';
import { parseTimestamp } from './timestamp';

/** A message (S3). */
export interface Message {
  fromUserId: number;
  /** null if the server sent no recipient. */
  toUserId: number | null;
  text: string | null;
  /** Relative to the provider's host. */
  imageUrl: string | null;
  /** ISO time in UTC; null if the server's time was not usable. */
  timestamp: string | null;
}

/** Parses an id: an integer, or a string of digits. Returns null for anything else. */
export function parseId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Why a payload is no message. Names the field and never its value, which can be a secret. */
export type NoMessage =
  'no object' | 'fromUserId is no integer' | 'text, imageUrl and timestamp are empty';

export const isMessage = (parsed: Message | NoMessage): parsed is Message =>
  typeof parsed !== 'string';

/** Parses a payload. Nothing else turns a payload into a `Message`. */
export function parseMessage(payload: unknown): Message | NoMessage {
  if (typeof payload !== 'object' || payload === null) return 'no object';
  const fields = payload as Partial<Record<keyof Message, unknown>>;
  const fromUserId = parseId(fields.fromUserId);
  if (fromUserId === null) return 'fromUserId is no integer';
  const message = {
    fromUserId,
    toUserId: parseId(fields.toUserId),
    text: textOrNull(fields.text),
    imageUrl: textOrNull(fields.imageUrl),
    timestamp: parseTimestamp(fields.timestamp),
  };
  const isEmpty = message.text === null && message.imageUrl === null && message.timestamp === null;
  return isEmpty ? 'text, imageUrl and timestamp are empty' : message;
}

/** Returns false if the message is between two other people. */
export function isInConversation(message: Message, userId: number): boolean {
  return message.toUserId === null || message.fromUserId === userId || message.toUserId === userId;
}

/**
 * Returns the messages of this user's conversation. Logs how many items it skipped, and why.
 * @param json the parsed body; null is the history of a new customer
 * @returns undefined if the response is no array
 */
export function parseHistory(json: unknown, userId: number): Message[] | undefined {
  const items: unknown = json === null ? [] : json;
  if (!Array.isArray(items)) return undefined;
  const parsed = items.map((item) => parseMessage(item));
  const messages = parsed.filter((item) => isMessage(item));
  const reasons = parsed.filter((item) => typeof item === 'string');
  if (reasons.length > 0)
    console.warn(
      `Skipped ${reasons.length} messages of a history: ${[...new Set(reasons)].join('; ')}`,
    );
  // Immer skips frozen arrays, which avoids a deep freeze of thousands of messages.
  return freeze(messages.filter((message) => isInConversation(message, userId)));
}

/** Returns an image's URL without its query, which can be a signature that differs in each response. */
export const withoutQuery = (url: string | null | undefined) => url?.split('?')[0];
export const imagePathOf = ({ imageUrl }: Message) => withoutQuery(imageUrl);

const contentKeys = new WeakMap<Message, string>();

/** Returns a key of sender and content, without time and recipient. Built once for each message. */
export function contentKey(message: Message): string {
  const known = contentKeys.get(message);
  if (known !== undefined) return known;
  const { fromUserId, text } = message;
  // Only a customer's text loses its tags.
  const normalised = normaliseText(text ?? '', fromUserId !== OPERATOR_ID);
  const key = `${fromUserId}\n${imagePathOf(message) ?? ''}\n${normalised}`;
  contentKeys.set(message, key);
  return key;
}

/** Compares the senders first, because that needs no key, and then the content. */
export const hasSameContent = (a: Message, b: Message): boolean =>
  a.fromUserId === b.fromUserId && contentKey(a) === contentKey(b);

/** Compares all fields. Messages have no ids, so their content is their identity. */
export const isSameMessage = (a: Message, b: Message): boolean =>
  a.timestamp === b.timestamp &&
  a.fromUserId === b.fromUserId &&
  a.toUserId === b.toUserId &&
  a.text === b.text &&
  imagePathOf(a) === imagePathOf(b);
