import type { IncomingMessage } from 'node:http';
import { Refusal } from './problem';

const JSON_LIMIT = 30_000_000;

/** Reads a body to its end; one over the limit is read on but not kept, then refused with 413. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  if (length > limit) throw new Refusal(413);
  return Buffer.concat(chunks);
}

/** Reads a JSON object with its field names in lower case, as ASP.NET binds them in any case. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(415);
  }
  const text = (await readBody(request, JSON_LIMIT)).toString('utf8');
  const value = parse(text);
  if (value === null) throw emptyBody();
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalid('$', 'The JSON value could not be converted to the expected type. Path: $');
  }
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key.toLowerCase(), v]));
}

/** A 400 that names the field at fault. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal(400, { [field]: [message] });
}

const emptyBody = (): Refusal => invalid('', 'A non-empty request body is required.');

function parse(text: string): unknown {
  if (text.trim() === '') throw emptyBody();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('$', 'The input is not valid JSON. Path: $ | LineNumber: 0');
  }
}
