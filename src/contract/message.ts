import { OPERATOR_ID } from './constants';
import { plainText } from './plainText';
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
 * Returns a key of sender and content, without time and recipient. The text is that of `plainText`;
 * only a customer's text loses its tags. The query of an image's URL is ignored, because it can be
 * a signature that differs in each response.
 */
export function contentKey({ fromUserId, text, imageUrl }: Message): string {
  const plain = text === null ? null : plainText(text, fromUserId !== OPERATOR_ID);
  return JSON.stringify([fromUserId, plain, imageUrl?.split('?')[0]]);
}

/** Compares all fields. Messages have no ids, so their content is their identity. */
export function isSameMessage(a: Message, b: Message): boolean {
  return (
    a.timestamp === b.timestamp &&
    a.fromUserId === b.fromUserId &&
    a.toUserId === b.toUserId &&
    a.text === b.text &&
    a.imageUrl === b.imageUrl
  );
}
