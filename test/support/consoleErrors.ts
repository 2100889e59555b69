const lines: string[] = [];

beforeAll(() => {
  jest.spyOn(console, 'error').mockImplementation((...parts) => lines.push(parts.join(' ')));
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** What was logged with `console.error` since the last call. */
export function takeConsoleErrors(): string[] {
  return lines.splice(0);
}
