import type { IncomingMessage } from 'node:http';
import { decodeUtf8 } from '../json/decodeUtf8';
import { isJsonObject, isText, parseJson } from '../json/parseJson';
import { HttpError } from './httpError';

/** Maximum size of a JSON body, in bytes; Kestrel's default. */
const JSON_LIMIT = 30_000_000;
/** Maximum depth of nested arrays and objects in a body. */
const MAX_DEPTH = 32;

/**
 * Reads a whole body.
 * @throws HttpError 413 as soon as the body exceeds the limit
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new HttpError(413, undefined, { Connection: 'close' });
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

/** Reads a JSON object. Lower-cases its field names, because ASP.NET Core ignores their case. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpError(415);
  }
  const value = parse(decodeUtf8(await readBody(request, JSON_LIMIT)));
  if (value === null) throw emptyBody();
  if (!isJsonObject(value) || !Object.keys(value).every(isText)) {
    throw invalid('$', 'The JSON value could not be converted to the expected type. Path: $');
  }
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key.toLowerCase(), v]));
}

/** A 400 response that names the invalid field. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(400, { [field]: [message] });
}

const emptyBody = (): HttpError => invalid('', 'A non-empty request body is required.');

/** The last field before the text stops being JSON; empty if there is none. */
function brokenField(text: string): string {
  const name = [...text.matchAll(/"(\w+)"\s*:/g)].at(-1)?.[1];
  return name === undefined ? '' : `.${name}`;
}

function parse(text: string): unknown {
  if (text.trim() === '') throw emptyBody();
  try {
    return parseJson(text, MAX_DEPTH);
  } catch {
    const path = `$${brokenField(text)}`;
    throw invalid(path, `The input is not valid JSON. Path: ${path} | LineNumber: 0`);
  }
}
