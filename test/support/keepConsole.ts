import { format } from 'node:util';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;

/** Lines of the running test, instead of on the console, as `level: text`. */
export function keepConsole(): { lines: string[]; at: (level: string) => string[] } {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const level of LEVELS) {
      jest.spyOn(console, level).mockImplementation((...values: unknown[]) => {
        lines.push(`${level}: ${format(...values)}`);
      });
    }
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const at = (level: string) =>
    lines
      .filter((line) => line.startsWith(`${level}: `))
      .map((line) => line.slice(level.length + 2));
  return { lines, at };
}
