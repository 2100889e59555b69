import type { IncomingMessage } from 'node:http';
import { Refusal } from './problem';

const JSON_LIMIT = 30_000_000;

/** Reads a body to its end; one over the limit is refused with 413 before it is there. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new Refusal(413, undefined, { Connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge;
    chunks.push(chunk);
  }
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

/** The field in which a text ceases to be JSON; none if that is before the first. */
function brokenField(text: string): string {
  const name = [...text.matchAll(/"(\w+)"\s*:/g)].at(-1)?.[1];
  return name === undefined ? '' : `.${name}`;
}

function parse(text: string): unknown {
  if (text.trim() === '') throw emptyBody();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const path = `$${brokenField(text)}`;
    throw invalid(path, `The input is not valid JSON. Path: ${path} | LineNumber: 0`);
  }
}
