import type { Store } from '../../../src/app/store';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { createTabReceiver } from '../../../src/messages/tabMessages';
import { incoming, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { useProvider } from '../../support/fakes/fakeProvider';
import { makeChat, openConversation, sendText } from '../../support/stores/makeChat';
import { manualFrames, synchronousFrame } from '../../support/time/frames';

const server = useProvider();
captureConsole(FAILED_CALL);

const receiveFromTab = (store: Store, message: unknown) =>
  createTabReceiver(store, synchronousFrame)(message);

/** What was posted to other tabs, without the numbers of seen messages. */
const sentMessages = ({ tabs }: Awaited<ReturnType<typeof openConversation>>['services']) =>
  tabs.posted.filter((message) => typeof message === 'object' && message && 'sent' in message);

describe('a message that another tab has sent', () => {
  test('is shown at once, and only once after the hub’s echo', async () => {
    const { store, texts, receive } = await openConversation(server(), [incoming()]);
    receiveFromTab(store, { userId: 7, sent: own({ text: 'from a tab' }) });
    expect(texts()).toEqual(['Salam', 'from a tab']);
    receive(own({ text: 'from a tab' }));
    receive(own({ text: 'from a tab' }));
    expect(texts()).toEqual(['Salam', 'from a tab']);
  });

  test('is added at once if it is the first, otherwise with at most 20 in a frame', async () => {
    const { store, texts } = await openConversation(server());
    const { nextFrame, draw } = manualFrames();
    const receive = createTabReceiver(store, nextFrame);
    for (let count = 0; count < 50; count += 1)
      receive({ userId: 7, sent: own({ text: `${count}` }) });
    const counts = [texts().length];
    while (texts().length < 50) {
      draw();
      counts.push(texts().length);
    }
    expect(counts.filter((count, index) => count !== counts[index - 1])).toEqual([1, 21, 41, 50]);
    expect(texts()).toEqual(Array.from({ length: 50 }, (_, count) => `${count}`));
  });

  test('is not shown to another user who has signed in since', async () => {
    const { store, texts } = await openConversation(server());
    const { nextFrame, draw } = manualFrames();
    const receive = createTabReceiver(store, nextFrame);
    for (const text of ['first', 'second']) receive({ userId: 7, sent: own({ text }) });
    expect(texts()).toEqual(['first']);
    store.dispatch(sessionStarted({ id: 8, username: '', role: 'user' }));
    draw();
    expect(texts()).toEqual([]);
  });

  test('is ignored while nobody is signed in', () => {
    const { store } = makeChat();
    const before = store.getState();
    receiveFromTab(store, { userId: 0, seen: 5, sent: own({ fromUserId: 0 }) });
    expect(store.getState()).toBe(before);
  });

  test('is shown once after the history has it', async () => {
    const { store, texts, refetch } = await openConversation(server());
    receiveFromTab(store, { userId: 7, sent: own() });
    await refetch([own()]);
    expect(texts()).toHaveLength(1);
  });

  test('is posted when the provider has accepted it', async () => {
    const { store, services } = await openConversation(server());
    await store.dispatch(sendText('salam'));
    const request = server().requestsTo('send')[0];
    const sent = JSON.parse(request?.body as string) as unknown;
    expect(sentMessages(services)).toEqual([{ userId: 7, sent }]);
  });

  test('is not posted when the provider has rejected it', async () => {
    const { store, services } = await openConversation(server());
    server().responses.send = { status: 500 };
    await store.dispatch(sendText('salam'));
    expect(sentMessages(services)).toEqual([]);
  });

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['a string', 'salam'],
    ['a number', 7],
    ['an empty object', {}],
    ['another user’s message', { userId: 8, sent: own({ fromUserId: 8 }) }],
    ['a message from another sender', { userId: 7, sent: incoming() }],
    ['a message without fields', { userId: 7, sent: {} }],
    ['a message that is null', { userId: 7, sent: null }],
    ['a fraction of seen messages', { userId: 7, seen: 0.5 }],
    ['seen messages in a string', { userId: 7, seen: '5' }],
  ])('is ignored if it is %s', async (_, message) => {
    const { store, entries } = await openConversation(server(), [incoming()]);
    const before = store.getState().messages;
    receiveFromTab(store, message);
    expect(store.getState().messages).toBe(before);
    expect(entries()).toHaveLength(1);
  });
});
