import { OPERATOR_ID, type ChatMessage } from '../state/message';
import { toUtc } from '../state/time';
import { requireSame } from './authorize';
import { invalid } from './httpError';

const isTime = (value: unknown): boolean => typeof value === 'string' && toUtc(value) !== undefined;

/** Like .NET, accepts no lone surrogates. */
const isText = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.isWellFormed());

/** The values that ASP.NET Core's model binding accepts. */
const FIELDS = {
  fromUserId: Number.isInteger,
  toUserId: Number.isInteger,
  text: isText,
  imageUrl: isText,
  timestamp: isTime,
} satisfies Record<keyof ChatMessage, (value: unknown) => boolean>;

/**
 * Parses a message that a customer sends.
 * @throws HttpError 400 for invalid fields, 403 unless sent by the customer to the operator
 */
export function parseMessage(value: unknown, customerId: number): ChatMessage {
  const fields = { ...(value as object) } as ChatMessage;
  for (const [name, isValid] of Object.entries(FIELDS)) {
    if (!isValid(fields[name as keyof ChatMessage])) throw invalid(name, 'The type is wrong.');
  }
  const { fromUserId, toUserId, text, imageUrl, timestamp } = fields;
  requireSame(customerId, fromUserId);
  requireSame(OPERATOR_ID, toUserId);
  if (!text && !imageUrl) throw invalid('text', 'A message needs a text or an image.');
  return { fromUserId, toUserId, text, imageUrl, timestamp: toUtc(timestamp) ?? timestamp };
}
