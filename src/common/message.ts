import { readTimestamp } from './timestamp';

/** A message (spec 3). The recipient is null where the server left it out. */
export interface Message {
  fromUserId: number;
  toUserId: number | null;
  text: string | null;
  /** Relative to the provider host. */
  imageUrl: string | null;
  /** ISO time in UTC, null where the server's was unusable. */
  timestamp: string | null;
}

const idOrNull = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Reads what a server says is a message; the one place where a payload becomes a `Message`.
 * @returns undefined for a payload that is no message: no object, no sender, or with neither a
 * usable time nor anything to show
 */
export function readMessage(payload: unknown): Message | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const fields = payload as Partial<Record<keyof Message, unknown>>;
  const fromUserId = idOrNull(fields.fromUserId);
  if (fromUserId === null) return undefined;
  const message = {
    fromUserId,
    toUserId: idOrNull(fields.toUserId),
    text: textOrNull(fields.text),
    imageUrl: textOrNull(fields.imageUrl),
    timestamp: readTimestamp(fields.timestamp),
  };
  const isEmpty = message.text === null && message.imageUrl === null && message.timestamp === null;
  return isEmpty ? undefined : message;
}

/** Whether a message belongs to the user's conversation: not when sender and recipient are both somebody else. */
export function concerns(message: Message, userId: number): boolean {
  return message.toUserId === null || message.fromUserId === userId || message.toUserId === userId;
}

/** What a message says, without when: the same for a message and its copy under a re-stamped time. */
export function contentOf(message: Message): string {
  return JSON.stringify([message.fromUserId, message.toUserId, message.text, message.imageUrl]);
}

/** A message's identity. There are no ids, so it is everything that it carries. */
export function isSameMessage(a: Message, b: Message): boolean {
  return (
    a.timestamp === b.timestamp &&
    a.fromUserId === b.fromUserId &&
    a.toUserId === b.toUserId &&
    a.text === b.text &&
    a.imageUrl === b.imageUrl
  );
}
