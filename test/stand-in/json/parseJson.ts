/** A number with a fraction or an exponent, which .NET does not parse as an integer. */
class Decimal {
  constructor(private readonly text: string) {}

  toJSON(): number {
    return Number(this.text);
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;

/**
 * Parses the JSON value at the start of a text as System.Text.Json does.
 * @param maxDepth maximum depth of nested arrays and objects
 * @returns the value, and the text after it
 * @throws SyntaxError
 */
export function parseFirstJson(text: string, maxDepth: number): { value: unknown; rest: string } {
  const parser = new Parser(text, maxDepth);
  const value = parser.parseValue(0);
  return { value, rest: text.slice(parser.position) };
}

/** Parses a text that is one JSON value. @throws SyntaxError */
export function parseJson(text: string, maxDepth: number): unknown {
  const { value, rest } = parseFirstJson(text, maxDepth);
  if (/[^ \t\n\r]/.test(rest)) throw new SyntaxError('There is text behind the value.');
  return value;
}

/** Returns whether a parsed value is a JSON object. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof Decimal);
}

/** Returns whether a parsed value fits into .NET's `int`. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

/** Returns whether a parsed value is a string without lone surrogates, which .NET rejects. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}

class Parser {
  position = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  parseValue(depth: number): unknown {
    this.#take(SPACE);
    const first = this.text[this.position];
    if (first === '{') {
      return Object.fromEntries(
        this.#parseItems('}', depth, (inner) => this.#parseProperty(inner)),
      );
    }
    if (first === '[') return this.#parseItems(']', depth, (inner) => this.parseValue(inner));
    const json = this.#takeString() ?? this.#take(LITERAL);
    if (json !== undefined) return JSON.parse(json) as unknown;
    const number = this.#take(NUMBER);
    if (number === undefined) throw new SyntaxError(`Not JSON at position ${this.position}.`);
    return /[.eE]/.test(number) ? new Decimal(number) : Number(number);
  }

  #parseProperty(depth: number): [string, unknown] {
    this.#take(SPACE);
    const name = this.#takeString();
    if (name === undefined || !this.#skip(':')) throw new SyntaxError('A property is malformed.');
    return [JSON.parse(name) as string, this.parseValue(depth)];
  }

  #parseItems<T>(end: string, depth: number, parseItem: (depth: number) => T): T[] {
    if (depth >= this.maxDepth) throw new SyntaxError('The values are nested too deeply.');
    const items: T[] = [];
    this.position += 1;
    if (this.#skip(end)) return items;
    do items.push(parseItem(depth + 1));
    while (this.#skip(','));
    if (!this.#skip(end)) throw new SyntaxError(`'${end}' is missing.`);
    return items;
  }

  #skip(character: string): boolean {
    this.#take(SPACE);
    const isNext = this.text[this.position] === character;
    if (isNext) this.position += 1;
    return isNext;
  }

  /** A regular expression would overflow the stack. `JSON.parse` validates the string later. */
  #takeString(): string | undefined {
    const { text, position } = this;
    if (text[position] !== '"') return undefined;
    let end = position + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    this.position = end + 1;
    return text.slice(position, end + 1);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text)?.[0];
    this.position += match?.length ?? 0;
    return match;
  }
}
