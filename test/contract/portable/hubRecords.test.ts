import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_TRANSPORTS, RECORD_END } from '../support/rawHub';
import { openTarget, type Session, type Target } from '../support/target';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994507778899');
});
afterAll(() => target.stop());

const FOLDER = join(__dirname, 'golden');
const names = readdirSync(FOLDER).map((file) => file.replace(/\.txt$/, ''));

/**
 * Lines `> sent`, `< received` and `< end`. `␞` ends a record, `{id}` is the customer's id, and
 * `{9 times x}` repeats a character.
 */
function readScript(name: string): string[] {
  const text = readFileSync(join(FOLDER, `${name}.txt`), 'utf8');
  const filled = text.replace(/\{(\d+) times (.)\}/g, (_, n: string, one: string) =>
    one.repeat(Number(n)),
  );
  const lines = filled.replaceAll('␞', RECORD_END).replaceAll('{id}', String(customer.id));
  return lines.trimEnd().split('\n');
}

describe.each(Object.entries(RAW_TRANSPORTS))('hub records over %s', (_, open) => {
  test.each(names)('match golden/%s.txt', async (name) => {
    const hub = await open(target, customer);
    for (const line of readScript(name)) {
      const frame = line.slice(2);
      if (line.startsWith('> ')) await hub.send(frame);
      else if (frame === 'end') await hub.ended;
      else expect(await hub.hear(frame.length)).toBe(frame);
    }
    hub.leave();
  });
});
