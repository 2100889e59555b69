import { createTabChannel, receiveFromTab } from '../../../src/messages/tabChannel';
import { incoming, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';
import { makeChat, openConversation, sendText } from '../../support/stores/makeChat';

const server = fakeProviderForEachTest();
captureConsole(FAILED_CALL);

const original = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = original;
});

test.each([
  ['missing', undefined],
  [
    'forbidden',
    function BroadcastChannel() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  ],
])('createTabChannel passes no messages if BroadcastChannel is %s', (_, value) => {
  Object.assign(globalThis, { BroadcastChannel: value });
  expect(() => createTabChannel().postMessage({ userId: 7, seen: incoming() })).not.toThrow();
});

/** The reports of POSTs to other tabs. */
const postNews = ({ tabs }: Awaited<ReturnType<typeof openConversation>>['services']) =>
  tabs.posted.filter((message) => typeof message === 'object' && message && 'stage' in message);

test('a POST of this tab is reported to other tabs when it begins and ends', async () => {
  const { store, services } = await openConversation(server());
  const stagesOf = async (send: { status?: number; body?: string }) => {
    server().responses.send = send;
    await store.dispatch(sendText('salam'));
    const posted = JSON.parse(server().requestsTo('send').at(-1)?.body as string) as unknown;
    const news = postNews(services).slice(-2);
    expect(news).toMatchObject([
      { userId: 7, posted },
      { userId: 7, posted },
    ]);
    return news.map((one) => (one as { stage: string }).stage);
  };
  expect(await stagesOf({ body: 'OK' })).toEqual(['posting', 'accepted']);
  expect(await stagesOf({ status: 500 })).toEqual(['posting', 'unclear']);
  expect(await stagesOf({ status: 400 })).toEqual(['posting', 'rejected']);
});

describe('a message that another tab posts', () => {
  const sent = own({ text: 'from a tab' });
  const restamped = own({ text: 'from a tab', timestamp: '2026-03-05T10:00:04.000Z' });

  test.each([
    ['before the hub’s echo', [], [sent, sent]],
    ['before an echo with the server’s time', [], [restamped]],
    ['after an echo with the server’s time', [restamped], []],
  ])('is shown at once, and only once: %s', async (_, before, after) => {
    const { store, texts, receive } = await openConversation(server(), [incoming()]);
    before.forEach(receive);
    store.dispatch(receiveFromTab({ userId: 7, posted: sent, stage: 'accepted' }));
    expect(texts()).toEqual(['Salam', 'from a tab']);
    after.forEach(receive);
    expect(texts()).toEqual(['Salam', 'from a tab']);
  });

  test('is ignored while nobody is logged in', () => {
    const { store } = makeChat();
    const before = store.getState();
    store.dispatch(receiveFromTab({ userId: 0, seen: incoming() }));
    expect(store.getState()).toBe(before);
  });

  test('is not doubled if an answer and a history overtake the report of its end', async () => {
    const { store, texts, receive, refetch } = await openConversation(server(), []);
    const begun = own({ timestamp: new Date().toISOString() });
    store.dispatch(receiveFromTab({ userId: 7, posted: begun, stage: 'posting' }));
    const answer = incoming({ text: 'Bəli?' });
    receive(answer);
    await refetch(
      [restamped, answer].map((one) => ({ ...one, text: one === answer ? one.text : begun.text })),
    );
    store.dispatch(receiveFromTab({ userId: 7, posted: begun, stage: 'accepted' }));
    expect(texts()).toEqual([begun.text, 'Bəli?']);
  });

  test('has no entry before its end if the report of its beginning is old', async () => {
    const { store, entries } = await openConversation(server(), []);
    store.dispatch(receiveFromTab({ userId: 7, posted: sent, stage: 'posting' }));
    expect(entries()).toEqual([]);
  });

  test.each([
    ['null', null],
    ['another user’s message', { userId: 8, posted: own({ fromUserId: 8 }), stage: 'accepted' }],
    ['what another user has seen', { userId: 8, seen: incoming() }],
    ['a message from another sender', { userId: 7, posted: incoming(), stage: 'accepted' }],
    ['a message without fields', { userId: 7, posted: {}, stage: 'accepted' }],
    ['a stage of a later release', { userId: 7, posted: own(), stage: 'queued' }],
    ['the number of seen messages of an old release', { userId: 7, seen: 5 }],
  ])('is ignored if it is %s', async (_, message) => {
    const { store, entries } = await openConversation(server(), [incoming()]);
    const before = store.getState().messages;
    store.dispatch(receiveFromTab(message));
    expect(store.getState().messages).toBe(before);
    expect(entries()).toHaveLength(1);
  });
});
