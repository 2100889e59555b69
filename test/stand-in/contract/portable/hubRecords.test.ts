import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  RAW_TRANSPORTS,
  RECORD_END,
  openTarget,
  type Session,
  type Target,
} from '../../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994507778899');
});
afterAll(() => target.stop());

/**
 * Conversations: `# name`, then lines `> sent`, `< received` and `< end`. `␞` ends a record, `{id}`
 * is the customer's id, and `{9 times x}` repeats a character.
 */
const conversations = readFileSync(join(__dirname, 'hubRecords.txt'), 'utf8')
  .replaceAll('␞', RECORD_END)
  .replace(/\{(\d+) times (.)\}/g, (_, n: string, one: string) => one.repeat(Number(n)))
  .trimEnd()
  .split('\n\n')
  .map((text) => text.slice('# '.length).split('\n'));

describe.each(Object.entries(RAW_TRANSPORTS))('the hub over %s', (_, open) => {
  test.each(conversations)('%s', async (_name, ...lines: string[]) => {
    const hub = await open(target, customer);
    for (const line of lines) {
      const frame = line.slice(2).replaceAll('{id}', String(customer.id));
      if (line.startsWith('> ')) await hub.send(frame);
      else if (frame === 'end') await hub.ended;
      else expect(await hub.hear(frame.length)).toBe(frame);
    }
    hub.leave();
  });
});
