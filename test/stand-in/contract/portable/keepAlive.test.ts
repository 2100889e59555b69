import { performance } from 'node:perf_hooks';
import {
  RAW_TRANSPORTS,
  openTarget,
  type Session,
  type Target,
} from '../../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994556667788');
});
afterAll(() => target.stop());

const HANDSHAKE = '{"protocol":"json","version":1}\x1e';
const PING = '{"type":6}\x1e';
const COMPLETION = '{"type":3,"invocationId":"0","result":null}\x1e';

describe('keep-alive', () => {
  // ASP.NET Core checks once a second how long ago the last ping was.
  test.concurrent.each([
    ['an idle connection over WebSockets', RAW_TRANSPORTS.WebSockets, false],
    ['a busy connection over WebSockets', RAW_TRANSPORTS.WebSockets, true],
    ['an idle connection over server-sent events', RAW_TRANSPORTS.ServerSentEvents, false],
  ])('pings %s after 15 s', async (_, open, isBusy) => {
    const start = performance.now();
    const hub = await open(target, customer);
    await hub.send(HANDSHAKE);
    expect(await hub.hear(3)).toBe('{}\x1e');

    const call = { type: 1, target: 'SendTyping', arguments: [customer.id, 1], invocationId: '0' };
    const invoke = (): Promise<void> => hub.send(`${JSON.stringify(call)}\x1e`);
    const calls = isBusy ? setInterval(() => void invoke(), 1_000) : undefined;
    let text = '';
    do text += await hub.hear(1);
    while (!text.endsWith(PING));
    clearInterval(calls);
    expect(performance.now() - start).toBeGreaterThan(14_900);
    const completions = text.split(COMPLETION).length - 1;
    expect(completions > 0).toBe(isBusy);
    hub.leave();
  });
});
