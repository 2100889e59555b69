import { isMessage, parseMessage } from '../../../src/contract/message';
import { OPERATOR_ID, SERVER_TIMEOUT } from '../../../src/contract/constants';
import { recordFrames } from '../../support/contract/clients';
import { until } from '../../support/time/until';
import { Broken, NotChecked, expectThat, type Duty } from '../duty';
import { OTHER_ID, type Item, type Subject } from '../subject';

/** Returns a connection. @throws NotChecked if none can be opened */
async function connected(subject: Subject) {
  const connection = await subject.hub().catch(() => undefined);
  if (!connection) throw new NotChecked('needs a connection to the hub');
  return connection;
}

/** Records the texts of the live messages from now on. */
async function recordTexts(subject: Subject): Promise<unknown[]> {
  const received: unknown[] = [];
  (await connected(subject)).on('ReceiveMessage', (item: Item) => void received.push(item));
  return received;
}

export const HUB: Duty<Subject>[] = [
  { name: 'hub: negotiate offers a transport that works', check: ({ hub }) => hub() },
  {
    name: 'hub: SendMessage and SendTyping complete',
    check: async (subject) => {
      const connection = await connected(subject);
      await connection.invoke('SendMessage', await subject.message());
      await connection.invoke('SendTyping', (await subject.session()).user.id, 1);
    },
  },
  {
    name: "hub: the operator's message arrives live, and is in the history",
    check: async (subject) => {
      const received = await recordTexts(subject);
      const { id } = (await subject.session()).user;
      const text = `Operator ${subject.run} ə`;
      await subject.operatorSays(id, text);
      const isThere = (items: unknown[]) =>
        items
          .map(parseMessage)
          .some(
            (message) =>
              isMessage(message) && message.fromUserId === OPERATOR_ID && message.text === text,
          );
      await until(() => isThere(received), { timeout: subject.patience, interval: 20 });
      expectThat(isThere(received), received.length === 0 ? 'no live message' : 'another message');
      const history = await subject.history().catch(() => []);
      const isReadable = history.some((item) => isMessage(parseMessage(item)));
      expectThat(!isReadable || isThere(history), 'not in the history');
    },
  },
  {
    name: "hub: another customer's message is not delivered",
    check: async (subject) => {
      if (subject.options.push === undefined) throw new NotChecked('needs --push');
      const received = await recordTexts(subject);
      const { id } = (await subject.session()).user;
      await subject.operatorSays(OTHER_ID, `Başqası ${subject.run}`);
      // A later message of the own conversation comes behind it.
      await subject.operatorSays(id, `Sonrakı ${subject.run}`);
      const has = (part: string) => JSON.stringify(received).includes(part);
      await until(() => has('Sonrakı'), { timeout: subject.patience, interval: 20 });
      expectThat(!has('Başqası'), 'it was delivered');
    },
  },
];

export const PING: Duty<Subject> = {
  name: `hub: the server sends a ping at least every ${SERVER_TIMEOUT / 1_000} s`,
  check: async (subject) => {
    const connection = await subject.connection();
    const frames = recordFrames(connection);
    await connection.start().catch(() => {
      throw new NotChecked('needs a connection to the hub');
    });
    const { features } = Reflect.get(connection, 'connection') as { features: Item };
    const isPolling = features.inherentKeepAlive === true;
    const hasPing = () => frames.some((frame) => frame.includes('{"type":6}'));
    const isKept = isPolling || (await until(hasPing, { timeout: SERVER_TIMEOUT, interval: 20 }));
    await connection.stop();
    if (isPolling) throw new NotChecked('needs WebSockets or server-sent events');
    if (!isKept) throw new Broken('no ping');
  },
};
