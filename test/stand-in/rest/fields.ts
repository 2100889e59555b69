import { isInt32, isText } from '../json/parseJson';
import { invalid } from './body';

type Fields = Record<string, unknown>;

const wrongType = (name: string): Error =>
  invalid(`$.${name}`, `The JSON value could not be converted. Path: $.${name}`);

const missing = (name: string): Error => {
  const property = name.charAt(0).toUpperCase() + name.slice(1);
  return invalid(property, `The ${property} field is required.`);
};

/** @throws HttpError 400 for a missing field or a value that is no text */
export function requiredText(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === null) throw missing(name);
  return value;
}

/** @throws HttpError 400 for a value that is neither null nor a text without lone surrogates */
export function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name.toLowerCase()] ?? null;
  if (value !== null && !isText(value)) throw wrongType(name);
  return value;
}

/** @throws HttpError 400 for a missing field or a value that is no 32-bit integer */
export function requiredInteger(fields: Fields, name: string, allowQuoted: boolean): number {
  const given = fields[name.toLowerCase()];
  if (given === undefined) throw missing(name);
  const isQuoted = allowQuoted && typeof given === 'string' && /^-?\d+$/.test(given);
  const value = isQuoted ? Number(given) : given;
  if (!isInt32(value)) throw wrongType(name);
  return value;
}
