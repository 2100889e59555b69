import { chatOpened } from '../../../src/provider/hub';
import { sendText } from '../../../src/messages/sendMessage';
import { openConversation } from '../../support/conversation';
import { deferred } from '../../support/deferred';
import { isQuiet, when } from '../../support/makeChat';
import { incoming, own } from '../../support/messages';
import { useRestServer, type Answer } from '../../support/restServer';

const server = useRestServer();

const at = (minute: number) => `2026-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`;
const history = (...texts: string[]) =>
  texts.map((text, minute) => incoming({ text, timestamp: at(minute) }));

describe('the order is that of arrival', () => {
  test('of the history as it came, whatever its times say', async () => {
    const late = incoming({ text: 'late', timestamp: at(59) });
    const early = incoming({ text: 'early', timestamp: at(1) });
    const { texts } = await openConversation(server(), [late, early]);
    expect(texts()).toEqual(['late', 'early']);
  });

  test('of live messages as they came, whatever their times say', async () => {
    const { receive, texts } = await openConversation(server(), history('a'));
    receive(incoming({ text: 'from tomorrow', timestamp: at(59) }));
    receive(incoming({ text: 'from yesterday', timestamp: at(0) }));
    receive(incoming({ text: 'without a time', timestamp: null }));
    expect(texts()).toEqual(['a', 'from tomorrow', 'from yesterday', 'without a time']);
  });
});

describe('live messages', () => {
  test('of the operator are two where they are equal', async () => {
    const { receive, texts } = await openConversation(server());
    receive(incoming());
    receive(incoming());
    expect(texts()).toEqual(['Salam', 'Salam']);
  });

  test('that the history has brought already are there once, the next equal one is another', async () => {
    const { receive, texts } = await openConversation(server(), [incoming()]);
    receive(incoming());
    expect(texts()).toEqual(['Salam']);
    receive(incoming());
    expect(texts()).toEqual(['Salam', 'Salam']);
  });

  test('that say the same at another time are others', async () => {
    const { receive, texts } = await openConversation(server(), [incoming()]);
    receive(incoming({ timestamp: at(30) }));
    expect(texts()).toEqual(['Salam', 'Salam']);
  });

  test('keep the rows that are there', async () => {
    const { receive, entries } = await openConversation(server(), history('a', 'b'));
    const before = entries();
    receive(incoming({ text: 'c' }));
    expect(entries().slice(0, 2)).toEqual(before);
    expect(entries()[0]).toBe(before[0]);
    expect(entries()[1]).toBe(before[1]);
  });
});

describe("the hub's echo of an own message", () => {
  test('is dropped, however often it comes, and changes nothing', async () => {
    const { receive, entries, texts } = await openConversation(server(), [own()]);
    receive(own());
    receive(own());
    expect(texts()).toEqual(['Salam']);
    const before = entries();
    receive(own());
    expect(entries()).toBe(before);
  });

  test('of one that was sent just now is dropped', async () => {
    const { store, receive, entries, texts } = await openConversation(server());
    await store.dispatch(sendText('hello'));
    const [sent] = entries();
    if (sent) receive(sent.message);
    expect(texts()).toEqual(['hello']);
  });

  test('before the answer to the POST is the message itself', async () => {
    const answer = deferred<Answer>();
    server().answers.send = () => answer.promise;
    const { store, receive, texts } = await openConversation(server());
    const sending = store.dispatch(sendText('hello'));
    await when(store, () => server().of('send').length === 1);
    receive(JSON.parse(String(server().of('send')[0]?.body)) as ReturnType<typeof own>);
    answer.resolve({ body: 'OK' });
    await sending;
    expect(texts()).toEqual(['hello']);
  });

  test('own messages from another device are shown', async () => {
    const { receive, texts } = await openConversation(server());
    receive(own({ text: 'from my phone' }));
    expect(texts()).toEqual(['from my phone']);
  });
});

describe('a history that comes again', () => {
  test('and brings nothing new changes nothing', async () => {
    const { refetch, entries } = await openConversation(server(), history('a', 'b'));
    const before = entries();
    await refetch(history('a', 'b'));
    expect(entries()).toBe(before);
  });

  test('brings what was missed, in its place, and every row keeps its key', async () => {
    const { receive, refetch, texts, keys } = await openConversation(server(), history('a'));
    receive(incoming({ text: 'c', timestamp: at(2) }));
    const [a, c] = keys();
    await refetch(history('a', 'b', 'c'));
    expect(texts()).toEqual(['a', 'b', 'c']);
    expect([keys()[0], keys()[2]]).toEqual([a, c]);
    expect(new Set(keys()).size).toBe(3);
  });

  test('keeps what arrived while it was asked for', async () => {
    const { store, receive, refetch, texts } = await openConversation(server());
    const answer = deferred<Answer>();
    server().answers.messages = () => answer.promise;
    store.dispatch(chatOpened(7));
    receive(incoming({ text: 'meanwhile', timestamp: at(9) }));
    answer.resolve({ body: JSON.stringify(history('a')) });
    await when(store, isQuiet);
    expect(texts()).toEqual(['a', 'meanwhile']);
    await refetch([...history('a'), incoming({ text: 'meanwhile', timestamp: at(9) })]);
    expect(texts()).toEqual(['a', 'meanwhile']);
  });

  test('does not double what arrived while it was asked for and stands in it', async () => {
    const { store, receive, texts } = await openConversation(server());
    const answer = deferred<Answer>();
    server().answers.messages = () => answer.promise;
    store.dispatch(chatOpened(7));
    receive(incoming({ text: 'a', timestamp: at(0) }));
    answer.resolve({ body: JSON.stringify(history('a')) });
    await when(store, isQuiet);
    expect(texts()).toEqual(['a']);
  });

  test('keeps equal messages apart, as many as there are', async () => {
    const { receive, refetch, texts } = await openConversation(server());
    receive(incoming());
    receive(incoming());
    await refetch([incoming(), incoming(), incoming()]);
    expect(texts()).toEqual(['Salam', 'Salam', 'Salam']);
  });

  test('under re-stamped times keeps rows and doubles nothing', async () => {
    const { store, refetch, texts, keys, entries } = await openConversation(server());
    await store.dispatch(sendText('hello'));
    const before = keys();
    const [sent] = entries();
    if (!sent) throw new Error('Nothing was sent.');
    await refetch([{ ...sent.message, timestamp: at(7) }]);
    expect(texts()).toEqual(['hello']);
    expect(keys()).toEqual(before);
    expect(entries()[0]?.message.timestamp).toBe(at(7));
  });

  test('that fails leaves the list, and is logged', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { store, texts, entries } = await openConversation(server(), history('a'));
    const before = entries();
    server().answers.messages = { status: 500 };
    store.dispatch(chatOpened(7));
    await when(store, isQuiet);
    expect(texts()).toEqual(['a']);
    expect(entries()).toBe(before);
    expect(error.mock.calls).toEqual([['Loading history failed:', 500]]);
    error.mockRestore();
  });

  test('is not undone by an older answer that comes later', async () => {
    const { store, texts } = await openConversation(server());
    const slow = deferred<Answer>();
    const fast = deferred<Answer>();
    const answers = [slow, fast];
    server().answers.messages = () => answers.shift()?.promise ?? {};
    store.dispatch(chatOpened(7));
    await when(store, () => answers.length === 1);
    store.dispatch(chatOpened(7));
    fast.resolve({ body: JSON.stringify(history('a', 'b')) });
    await when(store, () => texts().length === 2);
    slow.resolve({ body: JSON.stringify(history('a')) });
    await when(store, isQuiet);
    expect(texts()).toEqual(['a', 'b']);
  });
});
