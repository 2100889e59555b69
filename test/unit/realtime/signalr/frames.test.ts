import { chatOpened } from '../../../../src/realtime/hubActions';
import { incoming } from '../../../support/builders/builders';
import { FAILED_CONNECTION, captureConsole } from '../../../support/console/captureConsole';
import type { HubRecord } from '../../../support/fakes/memoryHub';
import { makeMemoryChat } from '../../../support/stores/makeChat';
import { flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();
captureConsole(FAILED_CONNECTION);

async function connectedChat() {
  const chat = makeMemoryChat();
  chat.dispatch(chatOpened());
  await flushPromises();
  return chat;
}

const PING: HubRecord = { type: 6 };
const message = (text: string): HubRecord => ({
  type: 1,
  target: 'ReceiveMessage',
  arguments: [incoming({ text })],
});
const frameOf = (...records: object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\u001e`).join('');

describe('a frame with several records', () => {
  test('delivers its messages and completes the calls', async () => {
    const { hub, manager, texts, state } = await connectedChat();
    const results = Promise.all([
      manager.activeClient()?.invoke('SendMessage', 'a'),
      manager.activeClient()?.invoke('SendMessage', 'b'),
    ]);
    await flushPromises();
    const completions = ['0', '1'].map((invocationId) => ({ type: 3, invocationId, result: null }));
    hub.last.push(message('1'), PING, ...completions, message('2'), PING);
    await expect(results).resolves.toEqual([null, null]);
    expect(texts()).toEqual(['1', '2']);
    expect(state()).toBe('Connected');
  });

  test('delivers several messages after the handshake response', async () => {
    const chat = makeMemoryChat();
    chat.hub.behaviour = { handshake: frameOf({}, message('1'), PING, message('2')) };
    chat.dispatch(chatOpened());
    await flushPromises();
    expect(chat.texts()).toEqual(['1', '2']);
    expect(chat.states()).toEqual(['Connecting', 'Connected']);
  });

  test('delivers the messages before a Close record, then the client reconnects', async () => {
    const { hub, texts, states } = await connectedChat();
    hub.last.push(message('1'), message('2'), { type: 7, allowReconnect: true });
    await flushPromises();
    expect(texts()).toEqual(['1', '2']);
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
  });
});

// ASP.NET Core never splits a record, and SignalR's client does not join the parts.
describe('a record split over two frames', () => {
  test.each([
    ['alone', [message('split')], 20],
    ['after a whole record', [PING, message('split')], 40],
    ['split before its separator', [message('split')], -1],
  ])('ends the connection if it is %s, and the client reconnects once', async (_, records, at) => {
    const { hub, texts, states } = await connectedChat();
    const first = hub.last;
    const frame = frameOf(...records);
    first.pushRaw(frame.slice(0, at));
    first.pushRaw(frame.slice(at));
    await flushPromises();
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
    hub.last.deliver(incoming({ text: 'next' }));
    expect(texts()).toEqual(['next']);
    expect(hub.openConnections).toEqual([hub.last]);
  });

  test('makes the attempt fail if it is the handshake response', async () => {
    const chat = makeMemoryChat();
    chat.hub.behaviour = { handshake: '{' };
    chat.dispatch(chatOpened());
    await flushPromises();
    chat.hub.connections[0]?.pushRaw('}\u001e');
    await flushPromises();
    expect(chat.state()).not.toBe('Connected');
    expect(chat.hub.openConnections).toEqual([]);
  });
});
