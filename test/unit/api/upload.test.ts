import { api } from '../../../src/api/api';
import { selectUpload, uploadChanged } from '../../../src/chat/messagesSlice';
import type { Transport } from '../../../src/services/transport';
import { tokenOf } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
captureConsole(FAILED_CALL);
const { upload } = api.endpoints;

const chat = () => makeChat(server().host, { token: tokenOf(7) });

describe('upload', () => {
  const image = () => new File(['pixels'], 'a.png', { type: 'image/png' });
  const uploadFile = async (file?: File) => {
    const { store, services } = chat();
    if (file) services.images.set('key', file);
    return store.dispatch(upload.initiate({ userId: 7, key: 'key', name: 'şəkil.png' }));
  };

  test('posts the file as form data with the token, and returns its URL', async () => {
    expect(await uploadFile(image())).toEqual({ data: { imageUrl: 'uploads/a.png' } });
    const [request] = server().requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/api/66/upload',
      authorization: `Bearer ${tokenOf(7)}`,
    });
    const { contentType = '', body = Buffer.from('') } = request ?? {};
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    expect([...form.keys()]).toEqual(['file']);
    const file = form.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['şəkil.png', 'image/png', 'pixels']);
  });

  test('reports each whole percent once, and no step back', async () => {
    const shown: unknown[] = [];
    const transport: Transport = ({ onUploadProgress }) => {
      for (const fraction of [0.001, 0.5, 0.509, 0.4, 1]) {
        let changes = 0;
        const unsubscribe = store.subscribe(() => (changes += 1));
        onUploadProgress?.(fraction);
        unsubscribe();
        shown.push([selectUpload(store.getState())?.percent, changes]);
      }
      return Promise.resolve({ status: 200, text: '{"imageUrl":"uploads/a.png"}' });
    };
    const { store, services } = makeChat(server().host, { token: tokenOf(7), transport });
    store.dispatch(uploadChanged({ number: 1, total: 1, percent: 0 }));
    services.images.set('key', image());
    await store.dispatch(upload.initiate({ userId: 7, key: 'key', name: 'a.png' }));
    expect(shown).toEqual([
      [0, 0],
      [50, 1],
      [50, 0],
      [50, 0],
      [100, 1],
    ]);
  });

  test('fails without a request if the image is missing', async () => {
    expect(await uploadFile()).toEqual({ error: { status: 'MISSING_IMAGE' } });
    expect(server().requests).toEqual([]);
  });

  test.each(['{}', '{"imageUrl":""}', '{"imageUrl":null}', '{"imageUrl":5}', 'null', '""', ''])(
    'fails if the response is %p',
    async (body) => {
      server().responses.upload = { body };
      expect(await uploadFile(image())).toEqual({ error: { status: 'UNUSABLE_UPLOAD' } });
    },
  );

  test.each([
    [413, { status: 413 }],
    [415, { status: 415, body: '{"imageUrl":"a"}' }],
    ['PARSING_ERROR', { body: '<h1>x</h1>' }],
    ['FETCH_ERROR', { failure: 'dropped' }],
  ] as const)('fails with %p', async (status, response) => {
    server().responses.upload = response;
    expect(await uploadFile(image())).toEqual({ error: { status } });
  });
});
