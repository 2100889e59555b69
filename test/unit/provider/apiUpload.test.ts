import { api } from '../../../src/provider/api';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat } from '../../support/makeChat';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
keepConsole();
const { upload } = api.endpoints;

const chat = () => makeChat(server().host, { token: tokenOf(7) });

describe('upload', () => {
  const picture = () => new File(['pixels'], 'a.png', { type: 'image/png' });
  const put = async (file?: File) => {
    const { store, services } = chat();
    if (file) services.pictures.set('key', file);
    return store.dispatch(upload.initiate({ key: 'key', name: 'şəkil.png' }));
  };

  test('posts the file as form data with the token, and answers with its address', async () => {
    expect(await put(picture())).toEqual({ data: { imageUrl: 'uploads/a.png' } });
    const [seen] = server().seen;
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/api/66/upload',
      authorization: `Bearer ${tokenOf(7)}`,
    });
    const { type = '', body = Buffer.from('') } = seen ?? {};
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData();
    expect([...form.keys()]).toEqual(['file']);
    const file = form.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['şəkil.png', 'image/png', 'pixels']);
  });

  test('fails without a request where the picture is gone', async () => {
    expect(await put()).toEqual({ error: { status: 'UNUSABLE_PICTURE' } });
    expect(server().seen).toEqual([]);
  });

  test.each(['{}', '{"imageUrl":""}', '{"imageUrl":null}', '{"imageUrl":5}', 'null', '""', ''])(
    'fails where the answer is %p',
    async (body) => {
      server().answers.upload = { body };
      expect(await put(picture())).toEqual({ error: { status: 'UNUSABLE_UPLOAD' } });
    },
  );

  test.each([
    [413, { status: 413 }],
    [415, { status: 415, body: '{"imageUrl":"a"}' }],
    ['PARSING_ERROR', { body: '<h1>x</h1>' }],
    ['FETCH_ERROR', { end: 'drop' }],
  ] as const)('fails with %p', async (status, answer) => {
    server().answers.upload = answer;
    expect(await put(picture())).toEqual({ error: { status } });
  });
});
