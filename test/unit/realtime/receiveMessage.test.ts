import { type Middleware } from '@reduxjs/toolkit';
import type { Message } from '../../../src/conversation/message';
import {
  chatClosed,
  chatOpened,
  connectionServed,
  messagesReceived,
} from '../../../src/realtime/hubActions';
import { flushPromises, useFakeClock } from '../../support/time/clock';
import { FAILED_CONNECTION, SKIPPED_PAYLOAD, UNKNOWN_EVENT } from '../../support/console/appLines';
import { captureConsole } from '../../support/console/captureConsole';
import { makeMemoryChat } from '../../support/stores/memoryChat';
import { incoming, own } from '../../support/builders/messages';
import { receivedByUser7 } from '../../support/builders/hubActions';

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
  test('dispatches one serialisable action for a message', async () => {
    const { hub, actions } = await connectedChat();
    const before = actions.length;
    hub.last.deliver({ ...incoming(), timestamp: '2026-03-05T10:00:00' });
    expect(actions.slice(before)).toEqual([connectionServed(), receivedByUser7(incoming())]);
    expect(JSON.parse(JSON.stringify(actions.at(-1)))).toEqual(actions.at(-1));
    expect(output.lines).toEqual([]);
  });

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

  test('dispatches 1,000 messages of one frame in order', async () => {
    const { hub, texts } = await connectedChat();
    const expected = Array.from({ length: 1000 }, (_, index) => String(index));
    hub.last.push(
      ...expected.map((text) => ({
        type: 1,
        target: 'ReceiveMessage',
        arguments: [incoming({ text })],
      })),
    );
    expect(texts()).toEqual(expected);
  });

  test('dispatches each of several equal messages of the operator', async () => {
    const { hub, texts } = await connectedChat();
    hub.last.deliver(incoming());
    hub.last.deliver(incoming());
    expect(texts()).toEqual(['Salam', 'Salam']);
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

    test('skips null as arguments, logs that and dispatches the next message', async () => {
      const { hub, texts } = await connectedChat();
      hub.last.push({ type: 1, target: 'ReceiveMessage', arguments: null });
      expect(output.lines.slice(0, 1)).toEqual([SKIPPED]);
      await flushPromises();
      hub.last.deliver(incoming());
      expect(texts()).toEqual(['Salam']);
    });
  });

  describe('with an unusual message', () => {
    test.each<[string, object, Partial<Message>]>([
      ['null as text', { text: null, imageUrl: 'a.png' }, { text: null, imageUrl: 'a.png' }],
      ['null as text and imageUrl', { text: null }, { text: null }],
      ['no recipient', { toUserId: undefined }, { toUserId: null }],
      ['a timestamp with an offset', { timestamp: '2026-03-05T14:00:00.0000000+04:00' }, {}],
      ['an unusable timestamp', { timestamp: 'soon' }, { timestamp: null }],
      [
        'markup as text',
        { text: '<img src=x onerror=alert(1)>' },
        { text: '<img src=x onerror=alert(1)>' },
      ],
    ])('dispatches a message with %s', async (_, change, expected) => {
      const { hub, actions } = await connectedChat();
      hub.last.deliver({ ...incoming(), ...change });
      expect(actions.at(-1)).toEqual(receivedByUser7(incoming(expected)));
      expect(output.lines).toEqual([]);
    });

    test('uses the first of several arguments', async () => {
      const { hub, texts } = await connectedChat();
      hub.last.push({ type: 1, target: 'ReceiveMessage', arguments: [incoming(), 'more'] });
      expect(texts()).toEqual(['Salam']);
    });
  });

  test('ignores messages between other users, without a log line', async () => {
    const { hub, texts } = await connectedChat();
    hub.last.deliver(incoming({ toUserId: 8, text: 'to another' }));
    hub.last.deliver(own({ fromUserId: 8, text: 'from another' }));
    hub.last.deliver(own({ text: 'own' }));
    hub.last.deliver(incoming({ fromUserId: 2, text: 'from another operator' }));
    expect(texts()).toEqual(['own', 'from another operator']);
    expect(output.lines).toEqual([]);
  });

  test('ignores messages after chatClosed', async () => {
    const { dispatch, hub, texts } = await connectedChat();
    const { onreceive } = hub.last;
    dispatch(chatClosed());
    onreceive?.(
      `${JSON.stringify({ type: 1, target: 'ReceiveMessage', arguments: [incoming()] })}\u001e`,
    );
    await flushPromises();
    expect(texts()).toEqual([]);
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
