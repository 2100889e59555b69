import { selectIsSending, selectUpload } from '../../../src/chat/messagesSlice';
import { cancelUploads, sendDraft, sendImages } from '../../../src/chat/sendImages';
import { sendText } from '../../../src/chat/sendMessage';
import { openConversation, waitForState } from '../../support/stores/makeChat';
import { deferred } from '../../support/time/frames';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import {
  FAILED_RESPONSES,
  holdResponses,
  postedMessages,
  useRestServer,
} from '../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole(FAILED_CALL);
const image = (name = 'a.png') => new File(['pixels'], name, { type: 'image/png' });

/** Responds to uploads with 1.png, 2.png and so on; with an error to one of them. */
function respondToUploads({ failing = 0 } = {}) {
  let count = 0;
  server().responses.upload = () => {
    count += 1;
    return count === failing ? { status: 500 } : { body: `{"imageUrl":"${String(count)}.png"}` };
  };
}

const posted = () => postedMessages(server());

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
    const uploadResponse = holdResponses(server(), 'upload');
    const sendResponse = holdResponses(server(), 'send');
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
    const uploadResponse = holdResponses(server(), 'upload');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendImages([image()]));
    await expect(store.dispatch(sendText('hello'))).resolves.toBe(false);
    await expect(store.dispatch(sendImages([image()]))).resolves.toBe(false);
    uploadResponse.resolve({ body: '{"imageUrl":"a.png"}' });
    await sending;
    expect(server().requestsTo('upload')).toHaveLength(1);
    expect(posted()).toMatchObject([{ imageUrl: 'a.png' }]);
  });

  test.each(FAILED_RESPONSES)(
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
    const isHistory = (call?: string) => call === '7';
    expect(calls.filter((call) => !isHistory(call))).toEqual(['upload', 'send', 'upload', 'send']);
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
    const steps = (number: number) => [
      { number, total: 2, percent: 0 },
      ...[0, 50, 100].map((percent) => ({ number, total: 2, percent, size: 6 })),
      { number, total: 2, percent: 100, isPosting: true },
    ];
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

describe('sendDraft', () => {
  const waiting = (...names: string[]) => names.map((name) => ({ file: image(name) }));

  /** Sends a draft. @returns the result and the names of the images whose POST has begun */
  async function send(text: string, ...names: string[]) {
    const chat = await openConversation(server());
    const begun: string[] = [];
    const onPost = ({ file }: { file: File }) => begun.push(file.name);
    const isSent = await chat.store.dispatch(sendDraft(text, waiting(...names), onPost));
    expect(selectIsSending(chat.store.getState())).toBe(false);
    expect([chat.services.images.size, chat.services.uploads.size]).toEqual([0, 0]);
    return { ...chat, isSent, begun };
  }

  test('sends several images, then the text as a message of its own', async () => {
    respondToUploads();
    const { isSent, begun } = await send('Qəbzlər', 'a.png', 'b.png');
    expect([isSent, begun]).toEqual([true, ['a.png', 'b.png']]);
    expect(posted()).toMatchObject([
      { text: null, imageUrl: '1.png' },
      { text: null, imageUrl: '2.png' },
      { text: 'Qəbzlər', imageUrl: null },
    ]);
  });

  test.each([['a.png'], ['a.png', 'b.png']])(
    'sends images without a text: %p, %p',
    async (...names) => {
      const { isSent } = await send(' \n', ...names);
      expect(isSent).toBe(true);
      expect(posted().map(({ text }) => text)).toEqual(names.map(() => null));
    },
  );

  test('stops at the image whose upload fails, and does not send the text', async () => {
    respondToUploads({ failing: 2 });
    const { isSent, begun } = await send('Qəbzlər', 'a.png', 'b.png', 'c.png');
    expect([isSent, begun]).toEqual([false, ['a.png']]);
    expect(server().requestsTo('upload')).toHaveLength(2);
    expect(posted()).toMatchObject([{ text: null, imageUrl: '1.png' }]);
    expect(output.lines).toEqual(['error: Sending an image failed: 500']);
  });

  test('stops at the image whose POST fails', async () => {
    server().responses.send = { status: 503 };
    const { isSent, begun } = await send('Qəbz', 'a.png', 'b.png');
    expect([isSent, begun]).toEqual([false, ['a.png']]);
    expect(server().requestsTo('upload')).toHaveLength(1);
    expect(output.lines).toEqual(['error: Sending a message failed: 503']);
  });

  test('keeps the text as a draft until the message with it is posted', async () => {
    const uploadResponse = holdResponses(server(), 'upload');
    const sendResponse = holdResponses(server(), 'send');
    const { store, services } = await openConversation(server());
    services.drafts.save(7, { text: 'Qəbz' });
    const sending = store.dispatch(sendDraft('Qəbz', waiting('a.png'), () => undefined));
    await waitForState(store, () => server().requestsTo('upload').length === 1);
    expect(services.drafts.read(7)).not.toHaveProperty('posted');
    uploadResponse.resolve({ body: '{"imageUrl":"a.png"}' });
    await waitForState(store, () => server().requestsTo('send').length === 1);
    expect(services.drafts.read(7)).toMatchObject({ text: 'Qəbz', posted: { copies: 0 } });
    sendResponse.resolve({});
    await sending;
  });
});

describe('cancelUploads', () => {
  const isUploading = () => server().requestsTo('upload').length === 1;

  test('ends the upload and posts nothing, and logs no failure', async () => {
    holdResponses(server(), 'upload');
    const { store, services } = await openConversation(server());
    const onPost = jest.fn();
    const images = [{ file: image() }, { file: image() }];
    const sending = store.dispatch(sendDraft('Qəbz', images, onPost));
    await waitForState(store, isUploading);
    store.dispatch(cancelUploads());
    await expect(sending).resolves.toBe(false);
    expect(server().requestsTo('upload')).toHaveLength(1);
    expect(posted()).toEqual([]);
    expect(onPost).not.toHaveBeenCalled();
    expect([selectIsSending(store.getState()), selectUpload(store.getState())]).toEqual([
      false,
      null,
    ]);
    expect([services.images.size, services.uploads.size]).toEqual([0, 0]);
    expect(output.lines).toEqual([]);
  });

  test('sends none of the other picked images', async () => {
    holdResponses(server(), 'upload');
    const { store } = await openConversation(server());
    const sending = store.dispatch(sendImages([image(), image()]));
    await waitForState(store, isUploading);
    store.dispatch(cancelUploads());
    await expect(sending).resolves.toBe(false);
    expect(server().requestsTo('upload')).toHaveLength(1);
    expect(output.lines).toEqual([]);
  });

  test('ends the re-encoding of a photo, and uploads nothing', async () => {
    const started = deferred();
    const { store } = await openConversation(server(), [], {
      shrinkPhoto: (file, signal) =>
        new Promise((resolve) => {
          started.resolve();
          signal.addEventListener('abort', () => {
            resolve(file);
          });
        }),
    });
    const sending = store.dispatch(sendImages([image()]));
    await started.promise;
    expect(selectUpload(store.getState())).toEqual({ number: 1, total: 1, percent: 0 });
    store.dispatch(cancelUploads());
    await expect(sending).resolves.toBe(false);
    expect(server().requestsTo('upload')).toEqual([]);
  });

  test('does not end the POST of a message, and sends no further image', async () => {
    const sendResponse = holdResponses(server(), 'send');
    const { store, entries } = await openConversation(server());
    const onPost = jest.fn();
    const images = [{ file: image('a.png') }, { file: image('b.png') }];
    const sending = store.dispatch(sendDraft('Qəbz', images, onPost));
    await waitForState(store, () => server().requestsTo('send').length === 1);
    store.dispatch(cancelUploads());
    sendResponse.resolve({});
    await expect(sending).resolves.toBe(false);
    expect(onPost.mock.calls).toEqual([[images[0], entries()[0]?.message.timestamp]]);
    expect(posted()).toHaveLength(1);
  });
});

describe('re-encoding', () => {
  test('uploads the file that the service returns, under its name', async () => {
    const photo = new File(['jpeg'], 'foto.jpg', { type: 'image/jpeg' });
    const { store } = await openConversation(server(), [], {
      shrinkPhoto: () => Promise.resolve(photo),
    });
    await store.dispatch(sendImages([new File(['heic'], 'foto.heic', { type: 'image/heic' })]));
    const { contentType = '', body = Buffer.from('') } = server().requestsTo('upload')[0] ?? {};
    const headers = { 'content-type': contentType };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const file = form.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['foto.jpg', 'image/jpeg', 'jpeg']);
  });
});
