import { captureLines, consoleLines, takeLines, withoutLevel } from './consoleLines';

/** The console lines of the running test. */
export interface ConsoleOutput {
  /** Every line, as `level: text`. */
  readonly lines: string[];
  /** The texts of one level. */
  at: (level: string) => string[];
  /** Removes the texts of `console.error` and returns them. */
  takeErrors: () => string[];
}

/**
 * Captures the console of a test file instead of printing it.
 * @param expected the warnings and errors that the tests of the file may cause, without their level.
 * Any other one fails its test
 */
export function captureConsole(...expected: RegExp[]): ConsoleOutput {
  captureLines(expected);
  const isAt = (level: string) => (line: string) => line.startsWith(`${level}: `);
  return {
    lines: consoleLines,
    at: (level) => consoleLines.filter(isAt(level)).map(withoutLevel),
    takeErrors: () => takeLines(isAt('error')).map(withoutLevel),
  };
}
