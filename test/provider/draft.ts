import { requireSame } from './authorize';
import { invalid } from './body';
import { optionalText, requiredInteger } from './fields';
import { OPERATOR_ID, type ChatMessage } from './message';
import { toUtc, utcNow } from './time';

/** Reads the message that a customer sends; only the customer's own, only to the operator. */
export function readDraft(
  fields: Record<string, unknown>,
  customerId: number,
  restamp: boolean,
): ChatMessage {
  const fromUserId = requiredInteger(fields, 'fromUserId');
  const toUserId = requiredInteger(fields, 'toUserId');
  const text = optionalText(fields, 'text');
  const imageUrl = optionalText(fields, 'imageUrl');
  const timestamp = readTime(fields['timestamp']);
  requireSame(customerId, fromUserId);
  requireSame(OPERATOR_ID, toUserId);
  if (!text && !imageUrl) throw invalid('text', 'A message needs a text or an image.');
  return { fromUserId, toUserId, text, imageUrl, timestamp: restamp ? utcNow() : timestamp };
}

/** What a DateTime of .NET is where nothing sets it. */
const NO_TIME = '0001-01-01T00:00:00';

function readTime(value: unknown = NO_TIME): string {
  const utc = typeof value === 'string' ? toUtc(value) : undefined;
  if (utc === undefined) throw invalid('$.timestamp', 'The JSON value could not be converted.');
  return utc;
}
