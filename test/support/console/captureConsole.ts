import { format } from 'node:util';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;

/** The console lines of the running test, as `level: text`. */
export const consoleLines: string[] = [];
const expected: RegExp[] = [];
let isCaptured = false;

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
export function takeLines(isSelected: (line: string) => boolean): string[] {
  const taken = consoleLines.filter(isSelected);
  const others = consoleLines.filter((line) => !taken.includes(line));
  consoleLines.splice(0, consoleLines.length, ...others);
  return taken;
}

const withoutLevel = (line: string) => line.slice(line.indexOf(': ') + 2);

/** Removes the warnings and errors that the test file does not expect, and returns them. */
export const takeUnexpected = (): string[] =>
  takeLines(
    (line) =>
      /^(warn|error): /.test(line) && !expected.some((pattern) => pattern.test(withoutLevel(line))),
  );

/**
 * Captures the console of a test file instead of printing it.
 * @param patterns the warnings and errors that the tests of the file may cause, without their level.
 * Any other one fails its test
 */
export function captureConsole(...patterns: RegExp[]) {
  isCaptured = true;
  expected.push(...patterns);
  const isAt = (level: string) => (line: string) => line.startsWith(`${level}: `);
  return {
    /** The lines of the running test, as `level: text`. */
    lines: consoleLines,
    /** The texts of one level. */
    at: (level: string) => consoleLines.filter(isAt(level)).map(withoutLevel),
    /** Removes the texts of `console.error` and returns them. */
    takeErrors: () => takeLines(isAt('error')).map(withoutLevel),
  };
}

/** The app's warnings and errors, as console lines without their level. */

/** A REST call has failed (S8). */
export const FAILED_CALL = /^(Login|Loading history|Sending a message|Sending an image) failed: /;
/** A connection attempt has failed, or a connection was lost. */
export const FAILED_CONNECTION =
  /^(Connecting to the hub failed: |Connection disconnected with error )/;
/** A hub method has failed. */
export const FAILED_INVOCATION = /^Send(Message|Typing) failed: /;
/** A history item or a payload of the hub was skipped. */
export const SKIPPED_PAYLOAD =
  /^Skipped \d+ messages of a history: |^Skipped a ReceiveMessage payload: /;
/** SignalR's line about a hub event without a listener. */
export const UNKNOWN_EVENT = /^No client method with the name /;
