import { invocationRecord } from '../../hub/protocol/protocol';
import { RAW_TRANSPORTS, RECORD_END, type RawHub } from '../../../support/contract/rawHub';
import { openStandIn, type StandIn } from '../../../support/contract/standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const event = (text: string): string => invocationRecord('ReceiveMessage', [text]);
const push = (text: string): void => standIn.provider.push(standIn.customer.id, text);

async function connect(open: (typeof RAW_TRANSPORTS)['WebSockets']): Promise<RawHub> {
  const hub = await open(standIn.provider, standIn.customer);
  await hub.send(`{"protocol":"json","version":1}${RECORD_END}`);
  expect(await hub.hear(3)).toBe(`{}${RECORD_END}`);
  return hub;
}

describe.each(Object.entries(RAW_TRANSPORTS))('frames over %s', (_, open) => {
  test('hold the records that are written in one turn of the event loop', async () => {
    const hub = await connect(open);
    push('1');
    push('2');
    const first = event('1') + event('2');
    await hub.hear(first.length);
    push('3');
    standIn.provider.hub.close();
    const second = `${event('3')}{"type":7}${RECORD_END}`;
    await hub.hear(second.length);
    expect(hub.frames.slice(1)).toEqual([first, second]);
    await hub.ended;
  });
});

test('a WebSocket frame is sent once it exceeds 64 KB', async () => {
  const hub = await connect(RAW_TRANSPORTS.WebSockets);
  const record = event('x'.repeat(30_000));
  for (let i = 0; i < 6; i++) push('x'.repeat(30_000));
  expect(await hub.hear(record.length * 6)).toBe(record.repeat(6));
  expect(hub.frames.slice(1)).toEqual([record.repeat(3), record.repeat(3)]);
  hub.leave();
});
