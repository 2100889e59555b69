import { invocationRecord } from '../../hub/protocol';
import {
  RAW_TRANSPORTS,
  RECORD_END,
  openStandIn,
  type RawHub,
  type StandIn,
} from '../../../support/contract/clients';

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
