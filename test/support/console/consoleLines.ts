import { format } from 'node:util';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;

/** The console lines of the running test, as `level: text`. */
export const consoleLines: string[] = [];
const expected: RegExp[] = [];
let isCaptured = false;

/** Expects warnings and errors in the rest of the test file, and prints no line. */
export function captureLines(patterns: readonly RegExp[]): void {
  isCaptured = true;
  expected.push(...patterns);
}

/** Records every line. Prints lines other than warnings and errors, unless the file captures them. */
export function recordConsole(): void {
  for (const level of LEVELS) {
    const print = console[level].bind(console);
    const isReported = level === 'warn' || level === 'error';
    console[level] = (...values: unknown[]) => {
      consoleLines.push(`${level}: ${format(...values)}`);
      if (!isCaptured && !isReported) print(...values);
    };
  }
}

/** Removes the lines that a predicate selects, and returns them. */
export function takeLines(isTaken: (line: string) => boolean): string[] {
  const taken = consoleLines.filter(isTaken);
  const others = consoleLines.filter((line) => !taken.includes(line));
  consoleLines.splice(0, consoleLines.length, ...others);
  return taken;
}

export const withoutLevel = (line: string) => line.slice(line.indexOf(': ') + 2);

/** Removes the warnings and errors that the test file does not expect, and returns them. */
export const takeUnexpected = (): string[] =>
  takeLines(
    (line) =>
      /^(warn|error): /.test(line) && !expected.some((pattern) => pattern.test(withoutLevel(line))),
  );
