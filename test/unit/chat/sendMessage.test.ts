import { selectEntries, selectIsSending } from '../../../src/chat/messagesSlice';
import { sendText } from '../../../src/chat/sendMessage';
import { openConversation, makeChat, waitForState } from '../../support/stores/makeChat';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { holdResponses, postedMessages, useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
captureConsole(FAILED_CALL);

const posted = () => postedMessages(server());

describe('sendText', () => {
  test('sends a lone surrogate as a replacement character', async () => {
    const { store } = await openConversation(server());
    await store.dispatch(sendText('a\ud83d b'));
    expect(String(server().requestsTo('send')[0]?.body)).toContain('"text":"a\ufffd b"');
  });

  test('posts the message to the operator, with the present time', async () => {
    const { store } = await openConversation(server());
    const before = Date.now();
    await expect(store.dispatch(sendText('Salam, necəsiniz?'))).resolves.toBe(true);
    expect(posted()).toEqual([
      { fromUserId: 7, toUserId: 1, text: 'Salam, necəsiniz?', imageUrl: null },
    ]);
    const [entry] = selectEntries(store.getState());
    const time = Date.parse(entry?.message.timestamp ?? '');
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  test('posts, then invokes SendMessage, then adds the message to the list (S4)', async () => {
    const response = holdResponses(server(), 'send');
    const { store, clients, texts } = await openConversation(server());
    const sending = store.dispatch(sendText('hello'));
    await waitForState(store, () => server().requestsTo('send').length === 1);
    expect(clients.last.calls).toEqual([]);
    expect(texts()).toEqual([]);
    response.resolve({ body: 'OK' });
    await sending;
    const [entry] = selectEntries(store.getState());
    expect(clients.last.calls).toEqual([['invoke', 'SendMessage', entry?.message]]);
    expect(texts()).toEqual(['hello']);
    expect(server().requestsTo('send')).toHaveLength(1);
  });

  test.each(['', ' ', '\n', '\t \u00a0\u3000'])('does not send a blank text: %p', async (text) => {
    const { store, texts } = await openConversation(server());
    await expect(store.dispatch(sendText(text))).resolves.toBe(false);
    expect(server().requestsTo('send')).toEqual([]);
    expect(texts()).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('sets isSending until the response arrives', async () => {
    const response = holdResponses(server(), 'send');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendText('hello'));
    expect(selectIsSending(store.getState())).toBe(true);
    await waitForState(store, () => server().requestsTo('send').length === 1);
    expect(selectIsSending(store.getState())).toBe(true);
    response.resolve({ body: 'OK' });
    await sending;
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('sends once if it is called five times at once', async () => {
    const { store, clients, texts } = await openConversation(server());
    const calls = Array.from({ length: 5 }, () => store.dispatch(sendText('hello')));
    await expect(Promise.all(calls)).resolves.toEqual([true, false, false, false, false]);
    expect(server().requestsTo('send')).toHaveLength(1);
    expect(clients.last.calls).toHaveLength(1);
    expect(texts()).toEqual(['hello']);
  });

  test('sends an equal text as a second message', async () => {
    const { store, texts } = await openConversation(server());
    await store.dispatch(sendText('hello'));
    await store.dispatch(sendText('hello'));
    expect(server().requestsTo('send')).toHaveLength(2);
    expect(texts()).toEqual(['hello', 'hello']);
  });

  test('does not retry a failed POST, and sends the next text', async () => {
    server().responses.send = { status: 500 };
    const { store, clients, texts } = await openConversation(server());
    await store.dispatch(sendText('first'));
    server().responses.send = { body: 'OK' };
    clients.last.events.closed();
    await waitForState(store, () => clients.created.length === 2);
    await expect(store.dispatch(sendText('second'))).resolves.toBe(true);
    expect(posted()).toMatchObject([{ text: 'first' }, { text: 'second' }]);
    expect(texts()).toEqual(['second']);
  });

  test('sends nothing without a user', async () => {
    const { store } = makeChat(server().host);
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    expect(server().requests).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });
});
