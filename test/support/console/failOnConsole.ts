import { consoleLines, recordConsole, takeUnexpected } from './captureConsole';

/** Unexpected lines of code that ran on after its test. */
const late: string[] = [];

recordConsole();

beforeEach(() => {
  late.push(...takeUnexpected());
  consoleLines.length = 0;
});

afterEach(() => {
  expect(takeUnexpected()).toEqual([]);
});

afterAll(() => {
  expect([...late, ...takeUnexpected()]).toEqual([]);
});
