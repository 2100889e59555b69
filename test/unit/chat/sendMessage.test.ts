import { selectEntries, selectIsSending, selectUpload } from '../../../src/chat/messagesSlice';
import { sendImages, sendText } from '../../../src/chat/sendMessage';
import { openConversation } from '../../support/stores/openConversation';
import { deferred } from '../../support/time/deferred';
import { captureConsole } from '../../support/console/captureConsole';
import { makeChat, waitForState } from '../../support/stores/makeChat';
import { useRestServer, type StubResponse } from '../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole();
const image = () => new File(['pixels'], 'a.png', { type: 'image/png' });

/** Holds back the response to each request of a call. @returns the response */
function hold(call: 'send' | 'upload') {
  const response = deferred<StubResponse>();
  server().responses[call] = () => response.promise;
  return response;
}

/** The posted messages, without their times. */
const posted = () =>
  server()
    .requestsTo('send')
    .map(({ body }) => {
      const { timestamp, ...message } = JSON.parse(String(body)) as Record<string, unknown>;
      expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
      return message;
    });

const failures = [
  ['400', { status: 400 }, 400],
  ['500', { status: 500, body: '<h1>x</h1>' }, 500],
  ['a dropped connection', { failure: 'dropped' }, 'FETCH_ERROR'],
] as const;

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
    const response = hold('send');
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

  test('keeps spaces and line breaks', async () => {
    const { store, texts } = await openConversation(server());
    await store.dispatch(sendText('  a\n b '));
    expect(posted()).toMatchObject([{ text: '  a\n b ' }]);
    expect(texts()).toEqual(['  a\n b ']);
  });

  test.each(['', ' ', '\n', '\t \u00a0\u3000'])('does not send a blank text: %p', async (text) => {
    const { store, texts } = await openConversation(server());
    await expect(store.dispatch(sendText(text))).resolves.toBe(false);
    expect(server().requestsTo('send')).toEqual([]);
    expect(texts()).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('sets isSending until the response arrives', async () => {
    const response = hold('send');
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

  test.each(failures)(
    'adds nothing to the list and logs the failure, if the POST fails with %s',
    async (_, response, status) => {
      server().responses.send = response;
      const { store, clients, texts } = await openConversation(server());
      await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
      expect(texts()).toEqual([]);
      expect(clients.last.calls).toEqual([]);
      expect(selectIsSending(store.getState())).toBe(false);
      expect(output.lines).toEqual([`error: Sending a message failed: ${String(status)}`]);
    },
  );

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

  test('posts and adds the message while the hub is not connected', async () => {
    const { store, clients, texts } = await openConversation(server());
    const former = clients.last;
    former.events.closed();
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(true);
    expect(texts()).toEqual(['hello']);
    expect(former.calls).toEqual([]);
  });

  test('sends nothing without a user', async () => {
    const { store } = makeChat(server().host);
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    expect(server().requests).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });
});

describe('sendImages', () => {
  test('uploads the image, then posts its URL without a text', async () => {
    const { store, clients, entries, services } = await openConversation(server());
    await expect(store.dispatch(sendImages([image()]))).resolves.toBe(true);
    expect(
      server()
        .requests.map(({ path }) => path.split('/').pop())
        .slice(-2),
    ).toEqual(['upload', 'send']);
    expect(posted()).toEqual([
      { fromUserId: 7, toUserId: 1, text: null, imageUrl: 'uploads/a.png' },
    ]);
    expect(entries()).toMatchObject([{ message: { text: null, imageUrl: 'uploads/a.png' } }]);
    expect(clients.last.calls).toHaveLength(1);
    expect(services.images.size).toBe(0);
  });

  test('sets isSending until the response to the POST arrives', async () => {
    const uploadResponse = hold('upload');
    const sendResponse = hold('send');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendImages([image()]));
    expect(selectIsSending(store.getState())).toBe(true);
    uploadResponse.resolve({ body: '{"imageUrl":"a.png"}' });
    await waitForState(store, () => server().requestsTo('send').length === 1);
    expect(selectIsSending(store.getState())).toBe(true);
    sendResponse.resolve({});
    await sending;
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('sends nothing else until it has ended', async () => {
    const uploadResponse = hold('upload');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendImages([image()]));
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    await expect(store.dispatch(sendImages([image()]))).resolves.toBe(false);
    uploadResponse.resolve({ body: '{"imageUrl":"a.png"}' });
    await sending;
    expect(server().requestsTo('upload')).toHaveLength(1);
    expect(posted()).toMatchObject([{ imageUrl: 'a.png' }]);
  });

  test.each(failures)(
    'posts nothing and logs the failure, if the upload fails with %s',
    async (_, response, status) => {
      server().responses.upload = response;
      const { store, texts, services } = await openConversation(server());
      await expect(store.dispatch(sendImages([image()]))).resolves.toBe(false);
      expect(server().requestsTo('send')).toEqual([]);
      expect(texts()).toEqual([]);
      expect(selectIsSending(store.getState())).toBe(false);
      expect(services.images.size).toBe(0);
      expect(output.lines).toEqual([`error: Sending an image failed: ${String(status)}`]);
    },
  );

  test('uploads and posts each image before the next, and skips other files', async () => {
    const { store, entries } = await openConversation(server());
    let count = 0;
    server().responses.upload = () => {
      count += 1;
      return { body: `{"imageUrl":"${String(count)}.png"}` };
    };
    const files = [image(), new File(['Salam'], 'a.txt', { type: 'text/plain' }), image()];
    await expect(store.dispatch(sendImages(files))).resolves.toBe(true);
    const calls = server().requests.map(({ path }) => path.split('/').pop());
    expect(calls.slice(-4)).toEqual(['upload', 'send', 'upload', 'send']);
    expect(entries().map(({ message }) => message.imageUrl)).toEqual(['1.png', '2.png']);
  });

  test('sends the other images if one upload fails', async () => {
    const { store, entries } = await openConversation(server());
    let count = 0;
    server().responses.upload = () => {
      count += 1;
      return count === 1 ? { status: 500 } : { body: '{"imageUrl":"2.png"}' };
    };
    await expect(store.dispatch(sendImages([image(), image()]))).resolves.toBe(false);
    expect(entries().map(({ message }) => message.imageUrl)).toEqual(['2.png']);
  });

  test('reports the progress of each upload', async () => {
    const { store } = await openConversation(server());
    const reported: unknown[] = [null];
    store.subscribe(() => {
      const upload = selectUpload(store.getState());
      if (upload !== reported.at(-1)) reported.push(upload);
    });
    await store.dispatch(sendImages([image(), image()]));
    const steps = (number: number) =>
      [0, 50, 100].map((percent) => ({ number, total: 2, percent }));
    expect(reported).toEqual([null, ...steps(1), ...steps(2), null]);
  });

  test('does not upload a file that is not an image', async () => {
    const { store } = await openConversation(server());
    await store.dispatch(sendImages([new File(['x'], 'a.txt', { type: 'text/plain' })]));
    expect(server().requestsTo('upload')).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });

  test('adds nothing to the list if the POST fails after the upload', async () => {
    server().responses.send = { status: 500 };
    const { store, texts } = await openConversation(server());
    await expect(store.dispatch(sendImages([image()]))).resolves.toBe(false);
    expect(texts()).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
    expect(output.lines).toEqual(['error: Sending a message failed: 500']);
  });
});
