import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_TRANSPORTS, RECORD_END, type RawHub } from '../support/rawHub';
import { RestClient } from '../support/restClient';
import { openTarget, type Session, type Target } from '../support/target';

let target: Target;
let customer: Session;
let hub: RawHub;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994559990011');
  hub = await RAW_TRANSPORTS.WebSockets(target, customer);
  await hub.send(`{"protocol":"json","version":1}${RECORD_END}`);
  await hub.hear(3);
});
afterAll(async () => {
  hub.leave();
  await target.stop();
});

/** Each line has a range of characters and their text in ASP.NET Core's JSON. */
const lines = readFileSync(join(__dirname, 'escapes.txt'), 'utf8').trimEnd().split('\n');

function charactersOf(range: string): string {
  const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
  const codes = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return String.fromCodePoint(...codes);
}

async function hearRecord(): Promise<string> {
  let text = '';
  do text += await hub.hear(1);
  while (!text.endsWith(RECORD_END));
  return text;
}

const lastTextOf = (json: string): string | undefined =>
  [...json.matchAll(/"text":("(?:[^"\\]|\\.)*")/gs)].at(-1)?.[1];

describe('the hub and the history', () => {
  test.each(lines.map((line) => line.split(/ (.*)/s)))(
    'escape the characters %s as ASP.NET Core does',
    async (range = '', expected = '') => {
      await target.operatorSays(customer.id, charactersOf(range));
      expect(lastTextOf(await hearRecord())).toBe(expected);
      const history = await new RestClient(target, customer).messages();
      expect(lastTextOf(await history.text())).toBe(expected);
    },
  );
});
