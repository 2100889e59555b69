import { format } from 'node:util';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;

/** The console lines of the running test. */
export interface ConsoleOutput {
  /** Every line, as `level: text`. */
  readonly lines: string[];
  /** The texts of one level. */
  at: (level: string) => string[];
  /** Removes the texts of `console.error` and returns them. */
  takeErrors: () => string[];
}

/** Captures the console of a test file instead of printing it. */
export function captureConsole(): ConsoleOutput {
  const lines: string[] = [];
  const at = (level: string) =>
    lines
      .filter((line) => line.startsWith(`${level}: `))
      .map((line) => line.slice(level.length + 2));
  beforeAll(() => {
    for (const level of LEVELS) {
      jest.spyOn(console, level).mockImplementation((...values: unknown[]) => {
        lines.push(`${level}: ${format(...values)}`);
      });
    }
  });
  beforeEach(() => {
    lines.length = 0;
  });
  const takeErrors = () => {
    const errors = at('error');
    const others = lines.filter((line) => !line.startsWith('error: '));
    lines.splice(0, lines.length, ...others);
    return errors;
  };
  return { lines, at, takeErrors };
}
