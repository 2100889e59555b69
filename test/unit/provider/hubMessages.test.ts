import { type Middleware } from '@reduxjs/toolkit';
import type { Message } from '../../../src/common/message';
import { chatClosed, chatOpened, messagesReceived } from '../../../src/provider/hub';
import { settle, useClock } from '../../support/clock';
import { keepConsole } from '../../support/keepConsole';
import { makeMemoryChat } from '../../support/memoryChat';
import { incoming, own } from '../../support/messages';

useClock();
const output = keepConsole();

async function connected(inner?: Middleware) {
  const chat = makeMemoryChat(inner ? { inner } : {});
  chat.dispatch(chatOpened(7));
  await settle();
  expect(chat.state()).toBe('Connected');
  return chat;
}

const SKIPPED = 'warn: The hub sent something that is no message; it is skipped.';

test('a message becomes one action, plain and whole', async () => {
  const { hub, actions } = await connected();
  const before = actions.length;
  hub.last.receive({ ...incoming(), timestamp: '2026-03-05T10:00:00' });
  expect(actions.slice(before)).toEqual([messagesReceived([incoming()])]);
  expect(JSON.parse(JSON.stringify(actions.at(-1)))).toEqual(actions.at(-1));
  expect(output.lines).toEqual([]);
});

test.each(['ReceiveMessage', 'receiveMessage', 'receivemessage', 'RECEIVEMESSAGE'])(
  'the event may be spelt %s',
  async (target) => {
    const { hub, texts } = await connected();
    hub.last.receive(incoming(), target);
    expect(texts()).toEqual(['Salam']);
  },
);

test('another event is nothing to us', async () => {
  const { hub, texts } = await connected();
  hub.last.receive(incoming(), 'ReceiveNotice');
  hub.last.push({ type: 99 }, { type: 3, invocationId: 'unknown' });
  hub.last.receive(incoming({ text: 'next' }));
  expect(texts()).toEqual(['next']);
});

test('a message in the frame of the handshake is kept', async () => {
  const chat = makeMemoryChat();
  const record = { type: 1, target: 'ReceiveMessage', arguments: [incoming()] };
  chat.hub.reception = { handshake: `{}\u001e${JSON.stringify(record)}\u001e` };
  chat.dispatch(chatOpened(7));
  await settle();
  expect(chat.state()).toBe('Connected');
  expect(chat.texts()).toEqual(['Salam']);
});

test('a thousand messages in one frame come in their order', async () => {
  const { hub, texts } = await connected();
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

test('equal messages of the operator all come', async () => {
  const { hub, texts } = await connected();
  hub.last.receive(incoming());
  hub.last.receive(incoming());
  expect(texts()).toEqual(['Salam', 'Salam']);
});

describe('what is no message is skipped with one log line, and the next one comes', () => {
  test.each([
    ['null', [null]],
    ['nothing', []],
    ['a text', ['Salam']],
    ['a list', [[incoming()]]],
    ['an empty object', [{}]],
    ['no sender', [{ toUserId: 7, text: 'Salam' }]],
    ['nothing to show and no time', [incoming({ text: null, timestamp: null })]],
    ['names in capitals', [{ FromUserId: 1, Text: 'Salam' }]],
  ])('%s', async (_, payload) => {
    const { hub, texts } = await connected();
    hub.last.push({ type: 1, target: 'ReceiveMessage', arguments: payload });
    expect(output.lines).toEqual([SKIPPED]);
    hub.last.receive(incoming({ text: 'next' }));
    expect(texts()).toEqual(['next']);
  });

  test('no arguments at all', async () => {
    const { hub, texts } = await connected();
    hub.last.push({ type: 1, target: 'ReceiveMessage', arguments: null });
    expect(output.lines.slice(0, 1)).toEqual([SKIPPED]);
    await settle();
    hub.last.receive(incoming());
    expect(texts()).toEqual(['Salam']);
  });
});

describe('odd but usable messages come', () => {
  test.each<[string, object, Partial<Message>]>([
    ['text null', { text: null, imageUrl: 'a.png' }, { text: null, imageUrl: 'a.png' }],
    ['both null', { text: null }, { text: null }],
    ['no recipient', { toUserId: undefined }, { toUserId: null }],
    ['time with an offset', { timestamp: '2026-03-05T14:00:00.0000000+04:00' }, {}],
    ['time unusable', { timestamp: 'soon' }, { timestamp: null }],
    ['markup', { text: '<img src=x onerror=alert(1)>' }, { text: '<img src=x onerror=alert(1)>' }],
  ])('%s', async (_, change, expected) => {
    const { hub, actions } = await connected();
    hub.last.receive({ ...incoming(), ...change });
    expect(actions.at(-1)).toEqual(messagesReceived([incoming(expected)]));
    expect(output.lines).toEqual([]);
  });

  test('several arguments: the first is the message', async () => {
    const { hub, texts } = await connected();
    hub.last.push({ type: 1, target: 'ReceiveMessage', arguments: [incoming(), 'more'] });
    expect(texts()).toEqual(['Salam']);
  });
});

test('only this conversation is shown: messages between others are dropped without a word', async () => {
  const { hub, texts } = await connected();
  hub.last.receive(incoming({ toUserId: 8, text: 'to another' }));
  hub.last.receive(own({ fromUserId: 8, text: 'of another' }));
  hub.last.receive(own({ text: 'own' }));
  hub.last.receive(incoming({ fromUserId: 2, text: 'of another operator' }));
  expect(texts()).toEqual(['own', 'of another operator']);
  expect(output.lines).toEqual([]);
});

test('after leaving the chat nothing comes any more', async () => {
  const { dispatch, hub, texts } = await connected();
  const { onreceive } = hub.last;
  dispatch(chatClosed());
  onreceive?.(
    `${JSON.stringify({ type: 1, target: 'ReceiveMessage', arguments: [incoming()] })}\u001e`,
  );
  await settle();
  expect(texts()).toEqual([]);
});

test('a reducer that fails is logged, and the next message comes', async () => {
  const fragile: Middleware = () => (next) => (action) => {
    if (messagesReceived.match(action) && action.payload[0]?.text === 'bad') {
      throw new Error('The list is broken');
    }
    return next(action);
  };
  const { hub, texts, state } = await connected(fragile);
  hub.last.receive(incoming({ text: 'bad' }));
  expect(output.at('warn').join()).toContain('The list is broken');
  hub.last.receive(incoming({ text: 'good' }));
  expect(texts()).toEqual(['bad', 'good']);
  expect(state()).toBe('Connected');
});

describe('a frame that cannot be read ends the connection, and another follows', () => {
  test.each([
    ['no JSON', 'hello\u001e'],
    ['no end', '{"type":6}'],
    ['no type', '{}\u001e'],
    ['an empty target', '{"type":1,"target":"","arguments":[]}\u001e'],
  ])('%s', async (_, frame) => {
    const { hub, states, texts } = await connected();
    hub.last.pushRaw(frame);
    await settle();
    expect(states()).toEqual(['Connecting', 'Connected', 'Reconnecting', 'Connected']);
    hub.last.receive(incoming());
    expect(texts()).toEqual(['Salam']);
  });
});
