import { consoleLines, recordConsole, takeUnexpected } from './captureConsole';

/** Unexpected lines of code that ran on after its test. */
const late: string[] = [];

recordConsole();

beforeEach(() => {
  late.push(...takeUnexpected());
  consoleLines.length = 0;
});

afterEach(() => expect(takeUnexpected()).toEqual([]));

afterAll(() => expect([...late, ...takeUnexpected()]).toEqual([]));

// Once it is optimised, URL.canParse of Node 20 rejects URLs with letters of Latin-1, such as ü.
URL.canParse = (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
