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
  customer = await target.signIn('+994553334455');
});
afterAll(() => target.stop());

const HANDSHAKE = `{"protocol":"json","version":1}${RECORD_END}`;
const RESPONSE = `{}${RECORD_END}`;
const COMPLETION = `{"type":3,"invocationId":"0","result":null}${RECORD_END}`;
/** Maximum attempts to receive several records in one frame. */
const ATTEMPTS = 20;
/** In fewer frames, 200 records are on average more than two in each. */
const FRAME_LIMIT = 100;

const invocation = (): string => {
  const call = { type: 1, target: 'SendTyping', arguments: [customer.id, 1], invocationId: '0' };
  return JSON.stringify(call) + RECORD_END;
};

// A frame has only the records that are written in time, so one attempt proves nothing.
describe.each(Object.entries(RAW_TRANSPORTS))('frames over %s', (_, open) => {
  test('can hold several records, all of them whole', async () => {
    const expected = COMPLETION.repeat(200);
    let frameCount = Infinity;
    for (let attempt = 0; frameCount >= FRAME_LIMIT && attempt < ATTEMPTS; attempt += 1) {
      const hub = await open(target, customer);
      await hub.send(HANDSHAKE);
      await hub.hear(RESPONSE.length);
      await hub.send(invocation().repeat(200));
      expect(await hub.hear(expected.length)).toBe(expected);
      expect(hub.frames.every((frame) => frame.endsWith(RECORD_END))).toBe(true);
      frameCount = hub.frames.length;
      hub.leave();
    }
    expect(frameCount).toBeLessThan(FRAME_LIMIT);
  });

  test('can hold a record after the handshake response', async () => {
    const first: (string | undefined)[] = [];
    while (!first.includes(RESPONSE + COMPLETION) && first.length < ATTEMPTS) {
      const hub = await open(target, customer);
      await hub.send(HANDSHAKE + invocation());
      await hub.hear(RESPONSE.length + COMPLETION.length);
      first.push(hub.frames[0]);
      hub.leave();
    }
    expect(first).toContain(RESPONSE + COMPLETION);
  });
});
