import { isMessage, parseMessage } from '../../../src/contract/message';
import { OPERATOR_ID, SERVER_TIMEOUT } from '../../../src/contract/constants';
import { until } from '../../support/time/until';
import { NotChecked, OTHER_ID, expectThat, type Duties, type Duty, type Subject } from '../subject';

/** Records the live messages from now on. */
async function record(subject: Subject): Promise<unknown[]> {
  const received: unknown[] = [];
  (await subject.connected()).on('ReceiveMessage', (item) => void received.push(item));
  return received;
}

export const HUB: Duties = {
  'hub: negotiate offers a transport that works': ({ hub }) => hub(),
  'hub: SendMessage and SendTyping complete': async (subject) => {
    const connection = await subject.connected();
    await connection.invoke('SendMessage', await subject.message());
    await connection.invoke('SendTyping', (await subject.session()).id, 1);
  },
  "hub: the operator's message arrives live, and is in the history": async (subject) => {
    const received = await record(subject);
    const text = `Operator ${subject.run} ə`;
    await subject.operatorSays((await subject.session()).id, text);
    const isThere = (items: unknown[]) =>
      items
        .map(parseMessage)
        .filter(isMessage)
        .some((message) => message.fromUserId === OPERATOR_ID && message.text === text);
    await until(() => isThere(received), subject.wait);
    expectThat(isThere(received), received.length === 0 ? 'no live message' : 'another message');
    const history = await subject.history().catch(() => []);
    const isReadable = history.some((item) => isMessage(parseMessage(item)));
    expectThat(!isReadable || isThere(history), 'not in the history');
  },
  "hub: another customer's message is not delivered": async (subject) => {
    const received = await record(subject);
    await subject.operatorSays(OTHER_ID, `Başqası ${subject.run}`);
    // A later message of the own conversation comes behind it.
    await subject.operatorSays((await subject.session()).id, `Sonrakı ${subject.run}`);
    const has = (part: string) => JSON.stringify(received).includes(part);
    await until(() => has('Sonrakı'), subject.wait);
    expectThat(!has('Başqası'), 'it was delivered');
  },
};

/** SignalR's own connection, which has no type. */
interface Transport {
  features: object;
  onreceive: (frame: string) => void;
}

export const PING: Duty = [
  `hub: the server sends a ping at least every ${SERVER_TIMEOUT / 1_000} s`,
  async (subject) => {
    const connection = await subject.connection();
    const frames: string[] = [];
    const transport = Reflect.get(connection, 'connection') as Transport;
    const handle = transport.onreceive;
    transport.onreceive = (frame) => {
      frames.push(frame);
      handle(frame);
    };
    await connection.start().catch(() => {
      throw new NotChecked('needs a connection to the hub');
    });
    const isPolling = 'inherentKeepAlive' in transport.features;
    const hasPing = () => frames.some((frame) => frame.includes('{"type":6}'));
    const isKept = isPolling || (await until(hasPing, { timeout: SERVER_TIMEOUT, interval: 20 }));
    await connection.stop();
    if (isPolling) throw new NotChecked('needs WebSockets or server-sent events');
    expectThat(isKept, 'no ping');
  },
];
