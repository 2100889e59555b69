import { invalid } from './body';

type Fields = Record<string, unknown>;

const wrongType = (name: string): Error =>
  invalid(`$.${name}`, `The JSON value could not be converted. Path: $.${name}`);

/** A text that has to be there. */
export function requiredText(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === null) throw invalid(name, `The ${name} field is required.`);
  return value;
}

/** A text that may be null or left out. */
export function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name.toLowerCase()] ?? null;
  if (value !== null && typeof value !== 'string') throw wrongType(name);
  return value;
}

/** A 32-bit integer that has to be there. */
export function requiredInteger(fields: Fields, name: string): number {
  const value = fields[name.toLowerCase()];
  if (value === undefined) throw invalid(name, `The ${name} field is required.`);
  if (typeof value !== 'number' || (value | 0) !== value) throw wrongType(name);
  return value;
}
