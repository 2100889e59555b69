import { invalid } from './body';

type Fields = Record<string, unknown>;

const wrongType = (name: string): Error =>
  invalid(`$.${name}`, `The JSON value could not be converted. Path: $.${name}`);

const missing = (name: string): Error => {
  const property = name.charAt(0).toUpperCase() + name.slice(1);
  return invalid(property, `The ${property} field is required.`);
};

/** A text that has to be there. */
export function requiredText(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === null) throw missing(name);
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
  if (value === undefined) throw missing(name);
  // ASP.NET takes a number in quotes for a number.
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
  if (typeof value !== 'number' || (value | 0) !== value) throw wrongType(name);
  return value;
}
