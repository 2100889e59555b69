import { type Middleware } from '@reduxjs/toolkit';
import { chatOpened, messagesReceived } from '../../../src/realtime/hubActions';
import { flushPromises, useFakeClock } from '../../support/time/frames';
import {
  FAILED_CONNECTION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
  captureConsole,
} from '../../support/console/captureConsole';
import { makeMemoryChat } from '../../support/stores/makeChat';
import { incoming } from '../../support/builders/builders';

useFakeClock();
const output = captureConsole(
  FAILED_CONNECTION,
  SKIPPED_PAYLOAD,
  UNKNOWN_EVENT,
  /^A callback for the method 'receivemessage' threw error 'Error: The list is broken'/,
);

async function connectedChat(inner?: Middleware) {
  const chat = makeMemoryChat(inner ? { inner } : {});
  chat.dispatch(chatOpened());
  await flushPromises();
  expect(chat.state()).toBe('Connected');
  return chat;
}

const SKIPPED = 'warn: Skipped a ReceiveMessage payload that is not a message.';

describe('hub middleware', () => {
  test.each(['ReceiveMessage', 'receiveMessage', 'receivemessage', 'RECEIVEMESSAGE'])(
    'accepts the event name %s',
    async (target) => {
      const { hub, texts } = await connectedChat();
      hub.last.deliver(incoming(), target);
      expect(texts()).toEqual(['Salam']);
    },
  );

  test('ignores other events and unknown records', async () => {
    const { hub, texts } = await connectedChat();
    hub.last.deliver(incoming(), 'ReceiveNotice');
    hub.last.push({ type: 99 }, { type: 3, invocationId: 'unknown' });
    hub.last.deliver(incoming({ text: 'next' }));
    expect(texts()).toEqual(['next']);
  });

  test('dispatches a message in the frame of the handshake response', async () => {
    const chat = makeMemoryChat();
    const record = { type: 1, target: 'ReceiveMessage', arguments: [incoming()] };
    chat.hub.behaviour = { handshake: `{}\u001e${JSON.stringify(record)}\u001e` };
    chat.dispatch(chatOpened());
    await flushPromises();
    expect(chat.state()).toBe('Connected');
    expect(chat.texts()).toEqual(['Salam']);
  });

  describe('with a payload that is not a message', () => {
    test.each([
      ['null', [null]],
      ['a missing payload', []],
      ['a string', ['Salam']],
      ['an array', [[incoming()]]],
      ['an empty object', [{}]],
      ['a message without a sender', [{ toUserId: 7, text: 'Salam' }]],
      ['a message without content and time', [incoming({ text: null, timestamp: null })]],
      ['PascalCase keys', [{ FromUserId: 1, Text: 'Salam' }]],
    ])('skips %s, logs that and dispatches the next message', async (_, payload) => {
      const { hub, texts } = await connectedChat();
      hub.last.push({ type: 1, target: 'ReceiveMessage', arguments: payload });
      expect(output.lines).toEqual([SKIPPED]);
      hub.last.deliver(incoming({ text: 'next' }));
      expect(texts()).toEqual(['next']);
    });
  });

  test('logs an error of a reducer and dispatches the next message', async () => {
    const throwing: Middleware = () => (next) => (action) => {
      if (messagesReceived.match(action) && action.payload.messages[0]?.text === 'bad') {
        throw new Error('The list is broken');
      }
      return next(action);
    };
    const { hub, texts, state } = await connectedChat(throwing);
    hub.last.deliver(incoming({ text: 'bad' }));
    expect(output.at('warn').join()).toContain('The list is broken');
    hub.last.deliver(incoming({ text: 'good' }));
    expect(texts()).toEqual(['bad', 'good']);
    expect(state()).toBe('Connected');
  });

  describe('with a frame that it cannot parse', () => {
    test.each([
      ['a frame that is not JSON', 'hello\u001e'],
      ['a frame without a separator', '{"type":6}'],
      ['a record without a type', '{}\u001e'],
      ['a record with an empty target', '{"type":1,"target":"","arguments":[]}\u001e'],
    ])('reconnects after %s', async (_, frame) => {
      const { hub, states, texts } = await connectedChat();
      hub.last.pushRaw(frame);
      await flushPromises();
      expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
      hub.last.deliver(incoming());
      expect(texts()).toEqual(['Salam']);
    });
  });
});
