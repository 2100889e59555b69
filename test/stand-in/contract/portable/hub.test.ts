import { HttpTransportType, HubConnectionState } from '@microsoft/signalr';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  HANDSHAKE,
  RAW_TRANSPORTS,
  RECORD_END,
  createConnection,
  makeMessage,
  negotiate,
  nextEvent,
  openTarget,
  type Session,
  type Target,
} from '../../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994559998877');
});
afterAll(() => target.stop());

describe('negotiate', () => {
  test('returns a connection id, a separate token and all transports', async () => {
    const response = await negotiate(target, customer);
    const id = expect.stringMatching(/^[\w-]{22}$/) as string;
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: id,
      connectionToken: id,
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
    });
    expect(body.connectionToken).not.toBe(body.connectionId);
  });

  test('responds 403 to the id of another customer', async () => {
    const other = await target.signIn('+994502020202');
    expect((await negotiate(target, { ...customer, id: other.id })).status).toBe(403);
  });
});

/**
 * Conversations: `# name`, then lines `> sent`, `< received` and `< end`. `␞` ends a record, `{id}`
 * is the customer's id, and `{9 times x}` repeats a character. Each begins with the handshake.
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

describe.each([
  ['WebSockets', HttpTransportType.WebSockets],
  ['ServerSentEvents', HttpTransportType.ServerSentEvents],
  ['LongPolling', HttpTransportType.LongPolling],
] as const)('SignalR client over %s', (_, transport) => {
  test('invokes both methods, receives its own messages only, and disconnects', async () => {
    const connection = createConnection(target, customer, transport);
    await connection.start();
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
    await expect(connection.invoke('SendMessage', makeMessage(customer.id))).resolves.toBeNull();
    await expect(connection.invoke('SendMessage', makeMessage(customer.id + 1))).rejects.toThrow(
      /^An unexpected error occurred invoking 'SendMessage' on the server\. HubException: /,
    );
    const other = await target.signIn('+994559998866');
    const received = nextEvent(connection);
    await target.operatorSays(other.id, 'for the other');
    await target.operatorSays(customer.id, 'Salam ə <b>');
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as string;
    const toUserId = customer.id;
    expect(await received).toEqual([
      { fromUserId: 1, toUserId, text: 'Salam ə <b>', imageUrl: null, timestamp },
    ]);
    await connection.stop();
    expect(connection.state).toBe(HubConnectionState.Disconnected);
  });
});

test('the hub sends a ping to an idle connection', async () => {
  const hub = await RAW_TRANSPORTS.WebSockets(target, customer);
  await hub.send(HANDSHAKE);
  const expected = '{}\x1e{"type":6}\x1e';
  expect(await hub.hear(expected.length)).toBe(expected);
  hub.leave();
});
