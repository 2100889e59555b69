import { selectEntries, selectIsSending, selectUpload } from '../../../src/messages/messagesSlice';
import { sendPictures, sendText } from '../../../src/messages/sendMessage';
import { openConversation } from '../../support/conversation';
import { deferred } from '../../support/deferred';
import { keepConsole } from '../../support/keepConsole';
import { makeChat, when } from '../../support/makeChat';
import { useRestServer, type Answer } from '../../support/restServer';

const server = useRestServer();
const output = keepConsole();
const picture = () => new File(['pixels'], 'a.png', { type: 'image/png' });

/** Keeps each request of a call waiting until the test answers. */
function hold(call: 'send' | 'upload') {
  const answer = deferred<Answer>();
  server().answers[call] = () => answer.promise;
  return answer;
}

/** What was posted as a message, without its time. */
const posted = () =>
  server()
    .of('send')
    .map(({ body }) => {
      const { timestamp, ...message } = JSON.parse(String(body)) as Record<string, unknown>;
      expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
      return message;
    });

const failures = [
  ['400', { status: 400 }, 400],
  ['500', { status: 500, body: '<h1>x</h1>' }, 500],
  ['a dropped line', { end: 'drop' }, 'FETCH_ERROR'],
] as const;

describe('a text', () => {
  test('goes by POST to the operator, at the present time', async () => {
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

  test('goes first by POST, then to the hub, then into the list', async () => {
    const answer = hold('send');
    const { store, hubs, texts } = await openConversation(server());
    const sending = store.dispatch(sendText('hello'));
    await when(store, () => server().of('send').length === 1);
    expect(hubs.last.calls).toEqual([]);
    expect(texts()).toEqual([]);
    answer.resolve({ body: 'OK' });
    await sending;
    const [entry] = selectEntries(store.getState());
    expect(hubs.last.calls).toEqual([['invoke', 'SendMessage', entry?.message]]);
    expect(texts()).toEqual(['hello']);
    expect(server().of('send')).toHaveLength(1);
  });

  test('goes as it was typed, with its spaces and lines', async () => {
    const { store, texts } = await openConversation(server());
    await store.dispatch(sendText('  a\n b '));
    expect(posted()).toMatchObject([{ text: '  a\n b ' }]);
    expect(texts()).toEqual(['  a\n b ']);
  });

  test.each(['', ' ', '\n', '\t \u00a0\u3000'])('that is blank is not sent: %p', async (text) => {
    const { store, texts } = await openConversation(server());
    await expect(store.dispatch(sendText(text))).resolves.toBe(false);
    expect(server().of('send')).toEqual([]);
    expect(texts()).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('is on its way from the press to the answer', async () => {
    const answer = hold('send');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendText('hello'));
    expect(selectIsSending(store.getState())).toBe(true);
    await when(store, () => server().of('send').length === 1);
    expect(selectIsSending(store.getState())).toBe(true);
    answer.resolve({ body: 'OK' });
    await sending;
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('pressed five times at once is sent once', async () => {
    const { store, hubs, texts } = await openConversation(server());
    const presses = Array.from({ length: 5 }, () => store.dispatch(sendText('hello')));
    await expect(Promise.all(presses)).resolves.toEqual([true, false, false, false, false]);
    expect(server().of('send')).toHaveLength(1);
    expect(hubs.last.calls).toHaveLength(1);
    expect(texts()).toEqual(['hello']);
  });

  test('sent twice on purpose is two messages', async () => {
    const { store, texts } = await openConversation(server());
    await store.dispatch(sendText('hello'));
    await store.dispatch(sendText('hello'));
    expect(server().of('send')).toHaveLength(2);
    expect(texts()).toEqual(['hello', 'hello']);
  });

  test.each(failures)('that fails with %s is not in the list', async (_, answer, status) => {
    server().answers.send = answer;
    const { store, hubs, texts } = await openConversation(server());
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    expect(texts()).toEqual([]);
    expect(hubs.last.calls).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
    expect(output.lines).toEqual([`error: Sending a message failed: ${String(status)}`]);
  });

  test('that failed is not sent again by itself, and the next one goes', async () => {
    server().answers.send = { status: 500 };
    const { store, hubs, texts } = await openConversation(server());
    await store.dispatch(sendText('first'));
    server().answers.send = { body: 'OK' };
    hubs.last.events.closed();
    await when(store, () => hubs.made.length === 2);
    await expect(store.dispatch(sendText('second'))).resolves.toBe(true);
    expect(posted()).toMatchObject([{ text: 'first' }, { text: 'second' }]);
    expect(texts()).toEqual(['second']);
  });

  test('is sent and listed although the hub is away', async () => {
    const { store, hubs, texts } = await openConversation(server());
    const former = hubs.last;
    former.events.closed();
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(true);
    expect(texts()).toEqual(['hello']);
    expect(former.calls).toEqual([]);
  });

  test('is sent by a signed-in user only', async () => {
    const { store } = makeChat(server().host);
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    expect(server().seen).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });
});

describe('an image', () => {
  test('is uploaded, then sent with its address and without a text', async () => {
    const { store, hubs, entries, services } = await openConversation(server());
    await expect(store.dispatch(sendPictures([picture()]))).resolves.toBe(true);
    expect(
      server()
        .seen.map(({ path }) => path.split('/').pop())
        .slice(-2),
    ).toEqual(['upload', 'send']);
    expect(posted()).toEqual([
      { fromUserId: 7, toUserId: 1, text: null, imageUrl: 'uploads/a.png' },
    ]);
    expect(entries()).toMatchObject([{ message: { text: null, imageUrl: 'uploads/a.png' } }]);
    expect(hubs.last.calls).toHaveLength(1);
    expect(services.pictures.size).toBe(0);
  });

  test('is on its way from the choice to the answer of the second call', async () => {
    const uploaded = hold('upload');
    const sent = hold('send');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendPictures([picture()]));
    expect(selectIsSending(store.getState())).toBe(true);
    uploaded.resolve({ body: '{"imageUrl":"a.png"}' });
    await when(store, () => server().of('send').length === 1);
    expect(selectIsSending(store.getState())).toBe(true);
    sent.resolve({});
    await sending;
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('keeps a text from being sent meanwhile, and the other way round', async () => {
    const uploaded = hold('upload');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendPictures([picture()]));
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    await expect(store.dispatch(sendPictures([picture()]))).resolves.toBe(false);
    uploaded.resolve({ body: '{"imageUrl":"a.png"}' });
    await sending;
    expect(server().of('upload')).toHaveLength(1);
    expect(posted()).toMatchObject([{ imageUrl: 'a.png' }]);
  });

  test.each(failures)('whose upload fails with %s is not sent', async (_, answer, status) => {
    server().answers.upload = answer;
    const { store, texts, services } = await openConversation(server());
    await expect(store.dispatch(sendPictures([picture()]))).resolves.toBe(false);
    expect(server().of('send')).toEqual([]);
    expect(texts()).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
    expect(services.pictures.size).toBe(0);
    expect(output.lines).toEqual([`error: Sending an image failed: ${String(status)}`]);
  });

  test('with others goes before them, each uploaded and sent before the next', async () => {
    const { store, entries } = await openConversation(server());
    let count = 0;
    server().answers.upload = () => {
      count += 1;
      return { body: `{"imageUrl":"${String(count)}.png"}` };
    };
    const files = [picture(), new File(['Salam'], 'a.txt', { type: 'text/plain' }), picture()];
    await expect(store.dispatch(sendPictures(files))).resolves.toBe(true);
    const calls = server().seen.map(({ path }) => path.split('/').pop());
    expect(calls.slice(-4)).toEqual(['upload', 'send', 'upload', 'send']);
    expect(entries().map(({ message }) => message.imageUrl)).toEqual(['1.png', '2.png']);
  });

  test('that fails does not keep the others', async () => {
    const { store, entries } = await openConversation(server());
    let count = 0;
    server().answers.upload = () => {
      count += 1;
      return count === 1 ? { status: 500 } : { body: '{"imageUrl":"2.png"}' };
    };
    await expect(store.dispatch(sendPictures([picture(), picture()]))).resolves.toBe(false);
    expect(entries().map(({ message }) => message.imageUrl)).toEqual(['2.png']);
  });

  test('says how much of it has gone, and which one it is', async () => {
    const { store } = await openConversation(server());
    const seen: unknown[] = [null];
    store.subscribe(() => {
      const upload = selectUpload(store.getState());
      if (upload !== seen.at(-1)) seen.push(upload);
    });
    await store.dispatch(sendPictures([picture(), picture()]));
    const steps = (number: number) => [0, 50, 100].map((percent) => ({ number, of: 2, percent }));
    expect(seen).toEqual([null, ...steps(1), ...steps(2), null]);
  });

  test('that is none is not sent', async () => {
    const { store } = await openConversation(server());
    await store.dispatch(sendPictures([new File(['x'], 'a.txt', { type: 'text/plain' })]));
    expect(server().of('upload')).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('that is uploaded but not sent is not in the list', async () => {
    server().answers.send = { status: 500 };
    const { store, texts } = await openConversation(server());
    await expect(store.dispatch(sendPictures([picture()]))).resolves.toBe(false);
    expect(texts()).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
    expect(output.lines).toEqual(['error: Sending a message failed: 500']);
  });
});
