import { resolveObjectURL } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { selectVisibleEntries } from '../../../src/messages/messagesSlice';
import { sendPickedImages, sendDraft } from '../../../src/messages/sending';
import { sendResumed } from '../../../src/messages/sendingActions';
import {
  selectHasFailed,
  selectIsPosted,
  selectIsLostOnUnload,
  selectIsSending,
  selectIsListed,
  selectSentImage,
  selectUpload,
} from '../../../src/messages/sendingSlice';
import { sessionEnded, sessionStarted } from '../../../src/session/sessionSlice';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';
import { own, respond } from '../../support/builders/builders';
import { makeChat, openConversation, sendText, waitForState } from '../../support/stores/makeChat';
import { advanceTime, deferred, fakeClockForEachTest } from '../../support/time/frames';
import { until } from '../../support/time/until';

const server = fakeProviderForEachTest();
const output = captureConsole(FAILED_CALL);
afterEach(() => jest.restoreAllMocks());

const image = (name = 'a.png') => new File(['pixels'], name, { type: 'image/png' });
const posted = () => server().postedMessages();
/** The names of the calls since the chat was opened. */
const calls = () =>
  server()
    .requests.map(({ path }) => path.split('/').pop())
    .filter((call) => call === 'upload' || call === 'send');

/** Responds to uploads with 1.png, 2.png and so on; with an error to one of them. */
function respondToUploads({ failing = 0 } = {}) {
  let count = 0;
  server().responses.upload = () => {
    count += 1;
    return count === failing ? { status: 500 } : { body: `{"imageUrl":"${String(count)}.png"}` };
  };
}

/** Opens a chat. @returns also functions that send, and one that cancels the uploads */
async function open(services: Parameters<typeof openConversation>[2] = {}) {
  const chat = await openConversation(server(), [], services);
  const { store } = chat;
  let running: { abort: () => void } | undefined;
  return {
    ...chat,
    isSending: () => selectIsSending(store.getState()),
    hasFailed: () => selectHasFailed(store.getState()),
    /** What the composer still has and whose POST has begun: the text, and images by their keys. */
    begun: () => Object.keys(store.getState().sending.posted),
    /** Sends a text with images of these names. */
    send: (text: string, ...names: string[]) => {
      const images = names.map((name) => ({ key: name, file: image(name) }));
      return (running = store.dispatch(sendDraft({ text, images })));
    },
    pick: (...files: File[]) => (running = store.dispatch(sendPickedImages(files))),
    cancel: () => running?.abort(),
    /** Waits until the server has received a request of this call. */
    waitFor: (call: 'upload' | 'send') => waitForState(store, () => calls().includes(call)),
  };
}

describe('sending a text', () => {
  test('posts it to the operator, with the present time', async () => {
    const { send, begun, texts, services } = await open();
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-05T10:00:00.000Z'));
    await send('Salam, necəsiniz?');
    const message = { fromUserId: 7, toUserId: 1, text: 'Salam, necəsiniz?', imageUrl: null };
    expect(posted()).toEqual([message]);
    const text = 'Salam, necəsiniz?';
    const timestamp = '2026-03-05T10:00:00.000Z';
    expect(begun()).toEqual(['text']);
    const draft = { userId: 7, text, posted: { timestamp, imageUrl: null, copies: 0 } };
    expect(services.drafts.read(7)).toEqual(draft);
    expect(texts()).toEqual(['Salam, necəsiniz?']);
  });

  test('posts, then invokes SendMessage, then adds the message to the list (S4)', async () => {
    const response = server().hold('send');
    const { send, isSending, waitFor, clients, entries } = await open();
    const sending = send('hello');
    expect(isSending()).toBe(true);
    await waitFor('send');
    expect([isSending(), clients.last.calls, entries()]).toEqual([true, [], []]);
    response.resolve({ body: 'OK' });
    await sending;
    expect(isSending()).toBe(false);
    expect(entries()).toMatchObject([{ message: { text: 'hello' } }]);
    expect(clients.last.calls).toEqual([['invoke', 'SendMessage', entries()[0]?.message]]);
  });

  test.each([
    ['without the empty lines at its ends', '\n \n  bir\n\niki \n\u200b\n', '  bir\n\niki '],
    ['with its invisible characters', '\u200bbir\u200b', '\u200bbir\u200b'],
    ['with a replacement for a lone surrogate', 'a\ud83d b', 'a\ufffd b'],
  ])('sends a text %s', async (_, text, sent) => {
    const { send } = await open();
    await send(text);
    expect(posted()).toMatchObject([{ text: sent }]);
  });

  const invisible = ['\u200b', '\u2060', '\u2800', '\u3164', '\u200e', '\ufe0f', '\u00ad\n\u0007'];
  const blank = ['', ' ', '\n', '\t \u00a0\u3000', ...invisible];
  test.each(blank)('does not send the blank text %j', async (text) => {
    const { send, isSending } = await open();
    await send(text);
    expect([calls(), isSending()]).toEqual([[], false]);
  });

  test('sends once if it is called five times at once', async () => {
    const { send, clients, texts } = await open();
    await Promise.all(Array.from({ length: 5 }, () => send('hello')));
    expect([calls(), texts()]).toEqual([['send'], ['hello']]);
    expect(clients.last.calls).toHaveLength(1);
  });

  test('does not retry a failed POST, and sends the next text', async () => {
    server().responses.send = { status: 500 };
    const { store, send, clients, texts } = await open();
    await send('first');
    server().responses.send = { body: 'OK' };
    clients.last.events.closed();
    await waitForState(store, () => clients.created.length === 2);
    await send('second');
    expect(posted()).toMatchObject([{ text: 'first' }, { text: 'second' }]);
    expect(texts()).toEqual(['second']);
  });

  test.each([
    ['short', 'salam', false],
    ['long', 'x'.repeat(70_000), true],
  ])('knows whether unloading aborts the POST of a %s text', async (_, text, expected) => {
    const { store, send, waitFor } = await open();
    const response = server().hold('send');
    const sending = send(text);
    await waitFor('send');
    expect(selectIsLostOnUnload(store.getState())).toBe(expected);
    response.resolve({ body: 'OK' });
    await sending;
  });

  test.each([
    ['stands still', 0],
    ['is set back', -5],
  ])('gives each text a timestamp of its own if the clock %s', async (_, step) => {
    const { send, texts } = await open();
    let time = Date.parse('2026-03-05T10:00:00Z');
    jest.spyOn(Date, 'now').mockImplementation(() => (time += step));
    for (const text of ['bir', 'iki', 'üç']) await send(text);
    expect(texts()).toEqual(['bir', 'iki', 'üç']);
  });

  test('does nothing without a user', async () => {
    const { store } = makeChat({ fetch: server().fetch });
    await store.dispatch(sendText('hello'));
    expect(server().requests).toEqual([]);
    expect(selectIsSending(store.getState())).toBe(false);
  });
});

describe('sending a text with images', () => {
  test('sends one image and the text as one message', async () => {
    const { send, begun, entries } = await open();
    await send('Qəbz', 'a.png');
    const message = { fromUserId: 7, toUserId: 1, text: 'Qəbz', imageUrl: 'uploads/a.png' };
    expect(posted()).toEqual([message]);
    expect(entries()).toMatchObject([{ message }]);
    expect(begun()).toEqual(['text', 'a.png']);
  });

  test('sends several images, then the text as a message of its own', async () => {
    respondToUploads();
    const { send, begun } = await open();
    await send('Qəbzlər', 'a.png', 'b.png');
    expect(posted()).toMatchObject([
      { text: null, imageUrl: '1.png' },
      { text: null, imageUrl: '2.png' },
      { text: 'Qəbzlər', imageUrl: null },
    ]);
    expect(begun()).toEqual(['a.png', 'b.png', 'text']);
  });

  test('sends images without a text', async () => {
    const { send } = await open();
    await send(' \n', 'a.png', 'b.png');
    expect(posted().map(({ text }) => text)).toEqual([null, null]);
  });

  test.each([
    ['upload', ['upload', 'send', 'upload'], 'Sending an image failed: 500'],
    ['POST', ['upload', 'send'], 'Sending a message failed: 503'],
  ])(
    'stops at the image whose %s fails, and does not send the text',
    async (failing, made, line) => {
      respondToUploads({ failing: 2 });
      if (failing === 'POST') server().responses.send = { status: 503 };
      const { send, begun, isSending, hasFailed } = await open();
      await send('Qəbzlər', 'a.png', 'b.png', 'c.png');
      expect(calls()).toEqual(made);
      expect(begun()).toEqual(['a.png']);
      expect([isSending(), hasFailed()]).toEqual([false, true]);
      expect(output.lines).toEqual([`error: ${line}`]);
    },
  );
});

describe('sending picked images', () => {
  test('uploads and posts each image before the next, and skips other files', async () => {
    respondToUploads();
    const { pick, entries, clients } = await open();
    await pick(image(), new File(['Salam'], 'a.txt', { type: 'text/plain' }), image());
    expect(calls()).toEqual(['upload', 'send', 'upload', 'send']);
    const message = { fromUserId: 7, toUserId: 1, text: null };
    expect(posted()).toEqual([
      { ...message, imageUrl: '1.png' },
      { ...message, imageUrl: '2.png' },
    ]);
    expect(entries().map((entry) => entry.message.imageUrl)).toEqual(['1.png', '2.png']);
    expect(clients.last.calls).toHaveLength(2);
  });

  test('sends nothing else until it has ended', async () => {
    const uploadResponse = server().hold('upload');
    const sendResponse = server().hold('send');
    const { pick, send, isSending, waitFor } = await open();
    const sending = pick(image());
    await Promise.all([send('hello'), pick(image())]);
    uploadResponse.resolve({ body: '{"imageUrl":"a.png"}' });
    await waitFor('send');
    expect(isSending()).toBe(true);
    sendResponse.resolve({});
    await sending;
    expect(isSending()).toBe(false);
    expect(calls()).toEqual(['upload', 'send']);
  });

  test.each([
    [1, '2.png'],
    [2, '1.png'],
  ])('sends the other images if upload %i fails, and has failed', async (failing, imageUrl) => {
    respondToUploads({ failing });
    const { pick, hasFailed } = await open();
    await pick(image(), image());
    expect(posted()).toMatchObject([{ imageUrl }]);
    expect(hasFailed()).toBe(true);
  });

  test('has not failed while the next images are sent, nor afterwards', async () => {
    respondToUploads({ failing: 1 });
    const { pick, hasFailed, waitFor } = await open();
    await pick(image());
    const response = server().hold('send');
    const sending = pick(image());
    await waitFor('send');
    expect(hasFailed()).toBe(false);
    response.resolve({});
    await sending;
    expect(hasFailed()).toBe(false);
  });

  test('leaves the draft of the text', async () => {
    const { pick, services } = await open();
    services.drafts.save(7, { text: 'qaralama' });
    await pick(image());
    expect(services.drafts.read(7).text).toBe('qaralama');
  });

  test('leaves an unclear text in the input if an image is rejected', async () => {
    let time = Date.parse('2026-03-05T10:00:00Z');
    jest.spyOn(Date, 'now').mockImplementation(() => (time += 1_000));
    const { store, send, pick } = await open();
    respondToUploads();
    server().responses.send = { status: 500 };
    await send('salam');
    server().responses.send = { status: 413 };
    await pick(image());
    expect(selectIsPosted(store.getState())).toBe(true);
  });

  test.each(['image/png', ''])(
    'sends the other images if a file of type %j is gone, and logs it',
    async (type) => {
      const gone = new File(['pixels'], 'a.png', { type });
      const error = new DOMException('Not found', 'NotFoundError');
      jest.spyOn(gone, 'slice').mockReturnValue(gone);
      jest.spyOn(gone, 'arrayBuffer').mockRejectedValue(error);
      const { pick, isSending } = await open();
      await pick(gone, image());
      expect(posted()).toHaveLength(1);
      expect(isSending()).toBe(false);
      expect(output.takeErrors()).toEqual(['Reading an image failed: NotFoundError: Not found']);
    },
  );

  test('reads an image into memory only when the images before it are posted', async () => {
    const response = server().hold('upload');
    const read: string[] = [];
    const images = ['a.png', 'b.png'].map((name) => image(name));
    for (const file of images) {
      const bytes = await file.arrayBuffer();
      file.arrayBuffer = () => Promise.resolve(bytes).finally(() => read.push(file.name));
    }
    const { pick, waitFor, texts } = await open();
    const sending = pick(...images);
    await waitFor('upload');
    expect(read).toEqual(['a.png']);
    response.resolve({ body: '{"imageUrl":"a.png"}' });
    await sending;
    expect(read).toEqual(['a.png', 'b.png']);
    expect(texts()).toHaveLength(2);
  });

  test('uploads an image without a type under the type of its first bytes', async () => {
    const { pick } = await open();
    await pick(new File([Buffer.from('\xff\xd8\xff', 'latin1')], 'foto'));
    const form = server().requestsTo('upload')[0]?.body as FormData;
    expect((form.get('file') as File).type).toBe('image/jpeg');
  });

  test.each(['pick', 'send'] as const)(
    'reports the progress of each upload of %s',
    async (kind) => {
      const { store, pick, send } = await open();
      const reported: unknown[] = [null];
      store.subscribe(() => {
        const upload = selectUpload(store.getState());
        if (upload !== reported.at(-1)) reported.push(upload);
      });
      await (kind === 'pick' ? pick(image(), image()) : send('', 'a.png', 'b.png'));
      const steps = (index: number) => [
        { index, total: 2, percent: 0 },
        ...[0, 50, 100].map((percent) => ({ index, total: 2, percent, size: 6 })),
        { index, total: 2, percent: 100, size: 6, isPosting: true },
      ];
      expect(reported).toMatchObject([null, ...steps(1), ...steps(2), null]);
    },
  );

  test('uploads the re-encoded photo under its name', async () => {
    const photo = new File(['jpeg'], 'foto.jpg', { type: 'image/jpeg' });
    const { pick } = await open({ shrinkPhoto: () => Promise.resolve(photo) });
    await pick(new File(['heic'], 'foto.heic', { type: 'image/heic' }));
    const form = server().requestsTo('upload')[0]?.body as FormData;
    const file = form.get('file') as File;
    expect([file.name, file.type, file.size]).toEqual(['foto.jpg', 'image/jpeg', photo.size]);
  });
});

describe('the files of sent images', () => {
  const urls = (store: Awaited<ReturnType<typeof open>>['store']) =>
    store.getState().sending.sentImages.map(({ preview }) => preview);

  test('stay for the newest ten, until the session ends', async () => {
    respondToUploads();
    const { store, pick } = await open();
    await pick(image());
    const [first = ''] = urls(store);
    expect(resolveObjectURL(first)).toBeDefined();
    await pick(...Array.from({ length: 10 }, () => image()));
    expect(selectSentImage(store.getState(), '1.png')).toBeUndefined();
    expect(selectSentImage(store.getState(), '11.png?signature')).toBeDefined();
    const shown = urls(store);
    expect([resolveObjectURL(first), shown.length]).toEqual([undefined, 10]);
    store.dispatch(sessionEnded());
    expect(shown.filter((url) => resolveObjectURL(url))).toEqual([]);
  });

  test('are found for an image whose name is a property of each object', async () => {
    server().responses.upload = { body: '{"imageUrl":"constructor"}' };
    const { store, pick } = await open();
    expect(selectSentImage(store.getState(), 'constructor')).toBeUndefined();
    await pick(image());
    expect(selectSentImage(store.getState(), 'constructor')).toMatchObject({ size: { width: 40 } });
  });

  test('are not held by the app during the send, once their messages are posted', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const files: WeakRef<File>[] = [];
    const alive: number[] = [];
    const { pick } = await open({
      fetch: async (url) => {
        if (!url.endsWith('upload')) return respond({ body: '[]' });
        let count = NaN;
        const isOneAlive = () => {
          collectGarbage();
          count = files.filter((file) => file.deref()).length;
          return count === 1;
        };
        // On a busy machine, a file can stay in memory for some more tasks.
        await until(isOneAlive, { interval: 1, timeout: 20_000 });
        alive.push(count);
        return respond({ body: `{"imageUrl":"${String(alive.length)}.png"}` });
      },
      shrinkPhoto: (file) => {
        files.push(new WeakRef(file));
        return Promise.resolve(file);
      },
    });
    await pick(image(), image(), image());
    expect(alive).toEqual([1, 1, 1]);
  });
});

describe('a send that a reload has interrupted', () => {
  fakeClockForEachTest();
  const message = own({ text: 'salam', timestamp: '2026-03-05T10:00:00.000Z' });
  const older = own({ text: 'salam', timestamp: '2026-03-01T10:00:00.000Z' });
  const newer = own({ text: 'salam', timestamp: '2026-03-05T10:00:09.000Z' });

  /** Reloads the chat during the POST of `message`, which followed `copies` equal messages. */
  function reload(copies = 1) {
    const { store } = makeChat({ fetch: server().fetch });
    store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
    store.dispatch(sendResumed({ message, copies }));
    return {
      store,
      isSending: () => selectIsSending(store.getState()),
      isStored: () => selectIsListed(store.getState(), 'text'),
    };
  }
  const setHistory = (...messages: unknown[]) => {
    server().responses.messages = { body: JSON.stringify(messages) };
  };

  test('ends after ten seconds, and a later history can still have the message', async () => {
    const response = server().hold('messages');
    const { isSending, isStored } = reload();
    await advanceTime(9_999);
    expect(isSending()).toBe(true);
    await advanceTime(1);
    expect(isSending()).toBe(false);
    response.resolve({ body: JSON.stringify([message]) });
    await advanceTime(0);
    expect(isStored()).toBe(true);
  });

  test('is not taken for an older copy, after a failed history either', async () => {
    server().responses.messages = { status: 503 };
    const { isSending, isStored } = reload();
    await advanceTime(0);
    expect(isSending()).toBe(false);
    setHistory(older);
    await advanceTime(10_000);
    expect(isStored()).toBe(false);
    expect(output.takeErrors().length).toBeGreaterThan(0);
  });

  test.each([
    ['fails', 503, []],
    ['is accepted', 200, [newer]],
  ])('adds no row if a second send of its text %s', async (_, status, history) => {
    Object.assign(server().responses, { messages: { status: 503 }, send: { status } });
    const { store } = reload(0);
    await advanceTime(0);
    jest.setSystemTime(Date.parse(newer.timestamp ?? ''));
    void store.dispatch(sendText('salam'));
    await advanceTime(0);
    setHistory(...history);
    await advanceTime(10_000);
    expect(selectVisibleEntries(store.getState())).toHaveLength(history.length);
    output.takeErrors();
  });
});

describe('cancelling', () => {
  test.each(['send', 'pick'] as const)(
    'ends the upload of %s, and sends nothing more',
    async (kind) => {
      server().hold('upload');
      const { store, send, pick, cancel, waitFor, begun, ...chat } = await open();
      const sending = kind === 'send' ? send('Qəbz', 'a.png', 'b.png') : pick(image(), image());
      await waitFor('upload');
      cancel();
      await sending;
      expect(server().requestsTo('upload')[0]?.signal.aborted).toBe(true);
      expect(calls()).toEqual(['upload']);
      expect(begun()).toEqual([]);
      expect([chat.isSending(), selectUpload(store.getState())]).toEqual([false, null]);
      expect(chat.hasFailed()).toBe(true);
      expect(output.lines).toEqual([]);
    },
  );

  test('ends the re-encoding of a photo, and uploads nothing', async () => {
    const started = deferred();
    const { store, pick, cancel } = await open({
      shrinkPhoto: (file, signal) =>
        new Promise((resolve) => {
          started.resolve();
          signal.addEventListener('abort', () => resolve(file));
        }),
    });
    const sending = pick(image());
    await started.promise;
    expect(selectUpload(store.getState())).toMatchObject({ index: 1, total: 1, percent: 0 });
    cancel();
    await sending;
    expect(calls()).toEqual([]);
  });

  test('does not end the POST of a message, and sends no further image', async () => {
    const response = server().hold('send');
    const { store, send, cancel, waitFor, begun, entries } = await open();
    void send('Qəbz', 'a.png', 'b.png');
    await waitFor('send');
    cancel();
    response.resolve({});
    await waitForState(store, () => entries().length === 1);
    expect(begun()).toEqual(['a.png']);
    expect(calls()).toEqual(['upload', 'send']);
  });
});
