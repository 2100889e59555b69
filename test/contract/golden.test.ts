import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_TRANSPORTS, RECORD_END } from './rawHub';
import { openTarget, type Session, type Target } from './target';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.customer('+994507778899');
});
afterAll(() => target.stop());

const FOLDER = join(__dirname, 'golden');
const names = readdirSync(FOLDER).map((file) => file.replace(/\.txt$/, ''));

/** Lines `> sent`, `< heard` and `< end`; `␞` is the end of a record, `{id}` the customer's id. */
function script(name: string): string[] {
  const text = readFileSync(join(FOLDER, `${name}.txt`), 'utf8');
  const filled = text.replace(/\{(\d+) times a\}/g, (_, n: string) => 'a'.repeat(Number(n)));
  const lines = filled.replaceAll('␞', RECORD_END).replaceAll('{id}', String(customer.id));
  return lines.trimEnd().split('\n');
}

describe.each(Object.entries(RAW_TRANSPORTS))('over %s', (_, open) => {
  it.each(names)('%s', async (name) => {
    const hub = await open(target, customer);
    for (const line of script(name)) {
      const frame = line.slice(2);
      if (line.startsWith('> ')) await hub.send(frame);
      else if (frame === 'end') await hub.ended;
      else expect(await hub.hear(frame.length)).toBe(frame);
    }
    hub.leave();
  });
});
