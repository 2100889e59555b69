import { chatOpened } from '../../../src/realtime/hubActions';
import { openConversation, isIdle, waitForState, sendText } from '../../support/stores/makeChat';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { deferred } from '../../support/time/frames';
import { incoming, own } from '../../support/builders/builders';
import { useRestServer, type StubResponse } from '../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole(FAILED_CALL);

const at = (minute: number) => `2026-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`;
const history = (...texts: string[]) =>
  texts.map((text, minute) => incoming({ text, timestamp: at(minute) }));

describe('order of the list', () => {
  test('is that of the history, whatever its times are', async () => {
    const late = incoming({ text: 'late', timestamp: at(59) });
    const early = incoming({ text: 'early', timestamp: at(1) });
    const { texts } = await openConversation(server(), [late, early]);
    expect(texts()).toEqual(['late', 'early']);
  });

  test('is the order of arrival for live messages, whatever their times are', async () => {
    const { receive, texts } = await openConversation(server(), history('a'));
    receive(incoming({ text: 'from tomorrow', timestamp: at(59) }));
    receive(incoming({ text: 'from yesterday', timestamp: at(0) }));
    receive(incoming({ text: 'without a time', timestamp: null }));
    expect(texts()).toEqual(['a', 'from tomorrow', 'from yesterday', 'without a time']);
  });
});

describe('live message', () => {
  test('is added twice if the operator sends it twice', async () => {
    const { receive, texts } = await openConversation(server());
    receive(incoming());
    receive(incoming());
    expect(texts()).toEqual(['Salam', 'Salam']);
  });

  test('is a duplicate of a history message once', async () => {
    const { receive, texts } = await openConversation(server(), [incoming()]);
    receive(incoming());
    expect(texts()).toEqual(['Salam']);
    receive(incoming());
    expect(texts()).toEqual(['Salam', 'Salam']);
  });

  test('keeps the rows of the list', async () => {
    const { receive, entries } = await openConversation(server(), history('a', 'b'));
    const before = entries();
    receive(incoming({ text: 'c' }));
    expect(entries().slice(0, 2)).toEqual(before);
    expect(entries()[0]).toBe(before[0]);
    expect(entries()[1]).toBe(before[1]);
  });
});

describe('own message from the hub', () => {
  test('changes nothing, however often it comes, if the list has it', async () => {
    const { receive, entries, texts } = await openConversation(server(), [own()]);
    receive(own());
    receive(own());
    expect(texts()).toEqual(['Salam']);
    const before = entries();
    receive(own());
    expect(entries()).toBe(before);
  });

  test('changes nothing if it was sent in this tab', async () => {
    const { store, receive, entries, texts } = await openConversation(server());
    await store.dispatch(sendText('hello'));
    const [sent] = entries();
    if (sent) receive(sent.message);
    expect(texts()).toEqual(['hello']);
  });

  test('is shown once if it comes before the POST response', async () => {
    const response = deferred<StubResponse>();
    server().responses.send = () => response.promise;
    const { store, receive, texts } = await openConversation(server());
    const sending = store.dispatch(sendText('hello'));
    await waitForState(store, () => server().requestsTo('send').length === 1);
    receive(JSON.parse(String(server().requestsTo('send')[0]?.body)) as ReturnType<typeof own>);
    response.resolve({ body: 'OK' });
    await sending;
    expect(texts()).toEqual(['hello']);
  });

  test('is shown if another device has sent it', async () => {
    const { receive, texts } = await openConversation(server());
    receive(own({ text: 'from my phone' }));
    expect(texts()).toEqual(['from my phone']);
  });
});

describe('refetched history', () => {
  test('keeps messages that arrived during the request', async () => {
    const { store, receive, refetch, texts } = await openConversation(server());
    const response = deferred<StubResponse>();
    server().responses.messages = () => response.promise;
    store.dispatch(chatOpened());
    receive(incoming({ text: 'meanwhile', timestamp: at(9) }));
    response.resolve({ body: JSON.stringify(history('a')) });
    await waitForState(store, isIdle);
    expect(texts()).toEqual(['a', 'meanwhile']);
    await refetch([...history('a'), incoming({ text: 'meanwhile', timestamp: at(9) })]);
    expect(texts()).toEqual(['a', 'meanwhile']);
  });

  test('does not double a message that arrived during the request and is in the response', async () => {
    const { store, receive, texts } = await openConversation(server());
    const response = deferred<StubResponse>();
    server().responses.messages = () => response.promise;
    store.dispatch(chatOpened());
    receive(incoming({ text: 'a', timestamp: at(0) }));
    response.resolve({ body: JSON.stringify(history('a')) });
    await waitForState(store, isIdle);
    expect(texts()).toEqual(['a']);
  });

  test('leaves the list as it is and is logged, if it fails', async () => {
    const { store, texts, entries } = await openConversation(server(), history('a'));
    const before = entries();
    server().responses.messages = { status: 500 };
    store.dispatch(chatOpened());
    await waitForState(store, isIdle);
    expect(texts()).toEqual(['a']);
    expect(entries()).toBe(before);
    expect(output.at('error')).toEqual(['Loading history failed: 500']);
  });

  test('is not undone by an older response that arrives later', async () => {
    const { store, texts } = await openConversation(server());
    const slow = deferred<StubResponse>();
    const fast = deferred<StubResponse>();
    const pending = [slow, fast];
    server().responses.messages = () => pending.shift()?.promise ?? {};
    store.dispatch(chatOpened());
    await waitForState(store, () => pending.length === 1);
    store.dispatch(chatOpened());
    fast.resolve({ body: JSON.stringify(history('a', 'b')) });
    await waitForState(store, () => texts().length === 2);
    slow.resolve({ body: JSON.stringify(history('a')) });
    await waitForState(store, isIdle);
    expect(texts()).toEqual(['a', 'b']);
  });
});
