import { createTabChannel, receiveFromTab } from '../../../src/messages/tabChannel';
import { incoming, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { useProvider } from '../../support/fakes/fakeProvider';
import { makeChat, openConversation, sendText } from '../../support/stores/makeChat';

const server = useProvider();
captureConsole(FAILED_CALL);

const original = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = original;
});

describe('createTabChannel', () => {
  test.each([
    ['missing', undefined],
    [
      'forbidden',
      function BroadcastChannel() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    ],
  ])('passes no messages if BroadcastChannel is %s', (_, value) => {
    Object.assign(globalThis, { BroadcastChannel: value });
    expect(() => createTabChannel().postMessage({ userId: 7, seen: incoming() })).not.toThrow();
  });
});

/** What was posted to other tabs, without the seen messages. */
const sentMessages = ({ tabs }: Awaited<ReturnType<typeof openConversation>>['services']) =>
  tabs.posted.filter((message) => typeof message === 'object' && message && 'sent' in message);

describe('a message that another tab has sent', () => {
  const sent = own({ text: 'from a tab' });
  const restamped = own({ text: 'from a tab', timestamp: '2026-03-05T10:00:04.000Z' });

  test.each([
    ['before the hub’s echo', [], [sent, sent]],
    ['before an echo with the server’s time', [], [restamped]],
    ['after an echo with the server’s time', [restamped], []],
  ])('is shown at once, and only once: %s', async (_, before, after) => {
    const { store, texts, receive } = await openConversation(server(), [incoming()]);
    before.forEach(receive);
    store.dispatch(receiveFromTab({ userId: 7, sent }));
    expect(texts()).toEqual(['Salam', 'from a tab']);
    after.forEach(receive);
    expect(texts()).toEqual(['Salam', 'from a tab']);
  });

  test('is ignored while nobody is signed in', () => {
    const { store } = makeChat();
    const before = store.getState();
    store.dispatch(receiveFromTab({ userId: 0, seen: incoming(), sent: own({ fromUserId: 0 }) }));
    expect(store.getState()).toBe(before);
  });

  test('is posted when the provider has accepted it', async () => {
    const { store, services } = await openConversation(server());
    server().responses.send = { status: 500 };
    await store.dispatch(sendText('salam'));
    expect(sentMessages(services)).toEqual([]);
    server().responses.send = { body: 'OK' };
    await store.dispatch(sendText('salam'));
    const message = JSON.parse(server().requestsTo('send')[1]?.body as string) as unknown;
    expect(sentMessages(services)).toEqual([{ userId: 7, sent: message }]);
  });

  test.each([
    ['null', null],
    ['another user’s message', { userId: 8, sent: own({ fromUserId: 8 }) }],
    ['what another user has seen', { userId: 8, seen: incoming() }],
    ['a message from another sender', { userId: 7, sent: incoming() }],
    ['a message without fields', { userId: 7, sent: {} }],
    ['the number of seen messages of an old release', { userId: 7, seen: 5 }],
  ])('is ignored if it is %s', async (_, message) => {
    const { store, entries } = await openConversation(server(), [incoming()]);
    const before = store.getState().messages;
    store.dispatch(receiveFromTab(message));
    expect(store.getState().messages).toBe(before);
    expect(entries()).toHaveLength(1);
  });
});
