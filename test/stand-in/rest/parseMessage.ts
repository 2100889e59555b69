import { OPERATOR_ID, type ChatMessage } from '../state/message';
import { toUtc, utcNow } from '../state/time';
import { requireSame } from './authorize';
import { invalid } from './body';
import { optionalText, requiredInteger } from './fields';

/** Options of the REST API. The hub uses the defaults. */
interface ParseOptions {
  /** Replaces the message's timestamp with the server's time. */
  restamp?: boolean;
  /** Accepts integers in quotes, as ASP.NET Core does in REST requests, but not in its hub. */
  allowQuotedIntegers?: boolean;
}

/**
 * Parses a message that a customer sends.
 * @throws HttpError 400 for invalid fields, 403 unless sent by the customer to the operator
 */
export function parseMessage(
  fields: Record<string, unknown>,
  customerId: number,
  { restamp = false, allowQuotedIntegers = false }: ParseOptions = {},
): ChatMessage {
  const fromUserId = requiredInteger(fields, 'fromUserId', allowQuotedIntegers);
  const toUserId = requiredInteger(fields, 'toUserId', allowQuotedIntegers);
  const text = optionalText(fields, 'text');
  const imageUrl = optionalText(fields, 'imageUrl');
  const timestamp = parseTime(fields['timestamp']);
  requireSame(customerId, fromUserId);
  requireSame(OPERATOR_ID, toUserId);
  if (!text && !imageUrl) throw invalid('text', 'A message needs a text or an image.');
  return { fromUserId, toUserId, text, imageUrl, timestamp: restamp ? utcNow() : timestamp };
}

/** .NET's default DateTime, used when the timestamp is missing. */
const DEFAULT_TIME = '0001-01-01T00:00:00';

function parseTime(value: unknown = DEFAULT_TIME): string {
  const utc = typeof value === 'string' ? toUtc(value) : undefined;
  if (utc === undefined) throw invalid('$.timestamp', 'The JSON value could not be converted.');
  return utc;
}
