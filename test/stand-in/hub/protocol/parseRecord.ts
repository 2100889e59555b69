import { isInt32, isJsonObject, isText, parseFirstJson } from '../../json/parseJson';
import { MAX_DEPTH } from './protocol';

/** A client's call of a hub method. */
export interface Invocation {
  readonly type: 'invocation';
  readonly target: string;
  readonly arguments: readonly unknown[];
  /** Undefined if the client expects no completion. */
  readonly invocationId: string | undefined;
  /** Whether the client expects a stream of results. */
  readonly isStream: boolean;
  /** The ids of the streams that the client sends as arguments. */
  readonly streamIds: readonly string[];
}

/** A record of a client. The hub ignores completions, stream items, cancellations and acks. */
export type ClientRecord = Invocation | { readonly type: 'ping' | 'close' | 'ignored' | 'unknown' };

type Fields = Record<string, unknown>;

const isTextObject = (value: unknown): boolean =>
  isJsonObject(value) && Object.entries(value).flat().every(isText);

/** The values that ASP.NET Core accepts in the fields of a record, whatever its type. */
const FIELDS: readonly (readonly [name: string, isValid: (value: unknown) => boolean])[] = [
  ['type', isInt32],
  ['invocationId', isText],
  ['target', isText],
  ['arguments', Array.isArray],
  ['streamIds', (value) => Array.isArray(value) && value.every(isText)],
  ['headers', isTextObject],
  ['error', isText],
  ['allowReconnect', (value) => typeof value === 'boolean'],
  ['sequenceId', Number.isInteger],
];

/** Parses a record of a client. @throws SyntaxError for a record that ends the connection */
export function parseRecord(record: string): ClientRecord {
  const { value: fields } = parseFirstJson(record, MAX_DEPTH);
  if (!isJsonObject(fields) || !Object.keys(fields).every(isText)) malformed();
  for (const [name, isValid] of FIELDS) if (name in fields && !isValid(fields[name])) malformed();
  switch (fields['type']) {
    case undefined:
      return malformed();
    case 1:
      return toInvocation(fields, false);
    case 2:
      return ignored(hasId(fields) && 'item' in fields);
    case 3:
      return ignored(hasId(fields) && !('result' in fields && 'error' in fields));
    case 4:
      return hasId(fields) ? toInvocation(fields, true) : malformed();
    case 5:
      return ignored(hasId(fields));
    case 6:
      return { type: 'ping' };
    case 7:
      return { type: 'close' };
    case 8:
    case 9:
      return ignored('sequenceId' in fields);
    default:
      return { type: 'unknown' };
  }
}

function toInvocation(fields: Fields, isStream: boolean): Invocation {
  if (!('target' in fields && 'arguments' in fields)) malformed();
  return {
    type: 'invocation',
    target: fields['target'] as string,
    arguments: fields['arguments'] as unknown[],
    // ASP.NET Core treats an empty id like a missing id.
    invocationId: hasId(fields) ? (fields['invocationId'] as string) : undefined,
    isStream,
    streamIds: (fields['streamIds'] ?? []) as string[],
  };
}

const hasId = (fields: Fields): boolean => Boolean(fields['invocationId']);

function ignored(isValid: boolean): ClientRecord {
  return isValid ? { type: 'ignored' } : malformed();
}

function malformed(): never {
  throw new SyntaxError('A record is malformed.');
}
