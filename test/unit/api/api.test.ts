import { api } from '../../../src/api/api';
import { selectUpload, uploadChanged } from '../../../src/messages/messagesSlice';
import type { Transport } from '../../../src/api/transport';
import { incoming, own, tokenOf } from '../../support/builders/builders';
import { RESPONSES } from '../../support/builders/hostile';
import { FAILED_CALL, SKIPPED_PAYLOAD, captureConsole } from '../../support/console/captureConsole';
import { dropped, useProvider } from '../../support/fakes/fakeProvider';
import { makeChat } from '../../support/stores/makeChat';

const server = useProvider();
const output = captureConsole(FAILED_CALL, SKIPPED_PAYLOAD);
const { login, history, send, upload } = api.endpoints;

const credentials = { username: '+994501234567', password: '' };
const chat = (token: string | null = null) => makeChat({ transport: server().transport, token });

describe('login', () => {
  test('sends the number with an empty password, and stores the token', async () => {
    server().responses.login = { body: JSON.stringify({ newtoken: tokenOf(7), more: 1 }) };
    const { store, tokens } = chat();
    const { data } = await store.dispatch(login.initiate(credentials));
    expect(JSON.parse(server().requests[0]?.body as string)).toEqual(credentials);
    expect(server().requests[0]?.headers['Content-Type']).toBe('application/json');
    expect(data).toBeNull();
    expect(tokens.read()).toBe(tokenOf(7));
  });

  test.each([
    ['no token', '{}'],
    ['an empty token', '{"newtoken":""}'],
    ['a token that is not a string', '{"newtoken":7}'],
    ['a token that cannot be decoded', '{"newtoken":"hello"}'],
    ['a token without an id', JSON.stringify({ newtoken: tokenOf(Number.NaN) })],
    ['null as its body', 'null'],
    ['a string as its body', '"hello"'],
    ['an empty body', ''],
  ])('fails for a response with %s, and stores nothing', async (_, body) => {
    server().responses.login = { body };
    const { store, tokens } = chat();
    const { data, error } = await store.dispatch(login.initiate(credentials));
    expect(data).toBeUndefined();
    expect(error).toEqual({ status: 'UNUSABLE_TOKEN' });
    expect(tokens.storage.size).toBe(0);
  });

  test.each([
    ['401', { status: 401, body: '{"newtoken":"x"}' }, 401],
    ['500', { status: 500, body: '<h1>System.Exception</h1>' }, 500],
    ['an HTML page', { body: '<!doctype html>' }, 'UNUSABLE_TOKEN'],
    ['a dropped connection', dropped, 'FETCH_ERROR'],
  ] as const)('fails with %s, and keeps nothing of the response', async (_, response, status) => {
    server().responses.login = response;
    const { store, tokens } = chat();
    const { error } = await store.dispatch(login.initiate(credentials));
    expect(error).toEqual({ status });
    expect(tokens.storage.size).toBe(0);
  });

  test('keeps the stored token when it fails', async () => {
    server().responses.login = { status: 500 };
    const { store, tokens } = chat(tokenOf(7));
    await store.dispatch(login.initiate(credentials));
    expect(tokens.read()).toBe(tokenOf(7));
  });
});

describe('send', () => {
  test('posts the message as JSON', async () => {
    await chat(tokenOf(7)).store.dispatch(send.initiate(own()));
    expect(JSON.parse(server().requests[0]?.body as string)).toEqual(own());
    expect(server().requests[0]?.headers['Content-Type']).toBe('application/json');
  });

  test.each([
    ['200', { body: '<!doctype html>' }],
    ['299', { status: 299 }],
  ] as const)('succeeds with %s, because the body is ignored (S7)', async (_, response) => {
    server().responses.send = response;
    const result = await chat(tokenOf(7)).store.dispatch(send.initiate(own()));
    expect(result).toEqual({ data: null });
  });

  test.each([
    ['300', { status: 300 }, 300],
    ['500', { status: 500, body: '<h1>x</h1>' }, 500],
    ['a dropped connection', dropped, 'FETCH_ERROR'],
  ] as const)('fails with %s', async (_, response, status) => {
    server().responses.send = response;
    const result = await chat(tokenOf(7)).store.dispatch(send.initiate(own()));
    expect(result).toEqual({ error: { status } });
  });
});

describe('history', () => {
  const fetchHistory = async (body: string) => {
    server().responses.messages = { body };
    return chat(tokenOf(7)).store.dispatch(history.initiate({ userId: 7, requestKey: 'a' }));
  };

  test('returns the messages in the order of the response, with times in UTC', async () => {
    const messages = [
      { ...incoming(), text: 'b', timestamp: '2026-03-05T10:00:00' },
      { ...own(), text: 'a', timestamp: '2026-03-05T09:00:00' },
    ];
    const { data } = await fetchHistory(JSON.stringify(messages));
    expect(data).toEqual([
      incoming({ text: 'b' }),
      own({ text: 'a', timestamp: '2026-03-05T09:00:00.000Z' }),
    ]);
    expect(output.lines).toEqual([]);
  });

  test('skips messages between other people, without a log line', async () => {
    const { data } = await fetchHistory(JSON.stringify([incoming({ toUserId: 8 }), incoming()]));
    expect(data).toEqual([incoming()]);
    expect(output.lines).toEqual([]);
  });

  test('skips items that are not messages, with one log line that names each field', async () => {
    const { data } = await fetchHistory(JSON.stringify([null, incoming(), 'hello', {}, own()]));
    expect(data).toEqual([incoming(), own()]);
    expect(output.lines).toEqual([
      'warn: Skipped 3 messages of a history: no object; fromUserId is no integer',
    ]);
  });

  test('returns an empty history', async () => expect((await fetchHistory('[]')).data).toEqual([]));

  test.each(['null', '{}', '"hello"', '5', ''])('fails if the response is %p', async (body) => {
    const { data, error } = await fetchHistory(body);
    expect(data).toBeUndefined();
    expect(error).toEqual({ status: 'UNUSABLE_HISTORY' });
  });

  test.each([
    ['an HTML page', { body: '<!doctype html>' }, 'UNUSABLE_HISTORY'],
    ['403', { status: 403, body: '[]' }, 403],
    ['a dropped connection', dropped, 'FETCH_ERROR'],
  ] as const)('fails with %s', async (_, response, status) => {
    server().responses.messages = response;
    const { store } = chat(tokenOf(7));
    const { error } = await store.dispatch(history.initiate({ userId: 7, requestKey: 'a' }));
    expect(error).toEqual({ status });
  });

  test('returns null for a refetch whose response equals the one before', async () => {
    const { store } = chat(tokenOf(7));
    let requests = 0;
    const fetchAgain = async (body: string, isRefetch = true) => {
      server().responses.messages = { body };
      const request = { userId: 7, requestKey: String(requests++), isRefetch };
      return (await store.dispatch(history.initiate(request, { subscribe: false }))).data;
    };
    const body = JSON.stringify([incoming()]);
    expect(await fetchAgain(body, false)).toEqual([incoming()]);
    expect(await fetchAgain(body)).toBeNull();
    expect(await fetchAgain('[]')).toEqual([]);
    expect(await fetchAgain(body)).toEqual([incoming()]);
    expect(await fetchAgain(body, false)).toEqual([incoming()]);
  });
});

describe('upload', () => {
  const image = () => new File(['pixels'], 'a.png', { type: 'image/png' });
  const uploadFile = async (file?: File) => {
    const { store, services } = chat(tokenOf(7));
    if (file) services.uploads.set('key', file);
    return store.dispatch(upload.initiate({ userId: 7, key: 'key', name: 'şəkil.png' }));
  };

  test('posts the file as form data with the token, and returns its URL', async () => {
    expect(await uploadFile(image())).toEqual({ data: 'uploads/a.png' });
    const [request] = server().requests;
    expect(request).toMatchObject({ method: 'POST', path: '/api/66/upload' });
    // The browser adds the type with the boundary of the parts.
    expect(request?.headers).toEqual({ Authorization: `Bearer ${tokenOf(7)}` });
    const form = request?.body as FormData;
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
    const { store, services } = makeChat({ token: tokenOf(7), transport });
    store.dispatch(uploadChanged({ number: 1, total: 1, percent: 0 }));
    services.uploads.set('key', image());
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
    ['UNUSABLE_UPLOAD', { body: '<h1>x</h1>' }],
    ['FETCH_ERROR', dropped],
  ] as const)('fails with %p', async (status, response) => {
    server().responses.upload = response;
    expect(await uploadFile(image())).toEqual({ error: { status } });
  });
});

/** Creates a chat of user 7 with an image to upload. */
function openChat() {
  const chat = makeChat({ transport: server().transport, token: tokenOf(7) });
  chat.services.uploads.set('1', new File(['pixels'], 'a.png', { type: 'image/png' }));
  return chat;
}

const PARSED_CALLS = {
  login: login.initiate(credentials),
  messages: history.initiate({ userId: 7, requestKey: 'a' }),
  upload: upload.initiate({ userId: 7, key: '1', name: 'a.png' }),
};
const parsedCalls = Object.entries(PARSED_CALLS) as [
  keyof typeof PARSED_CALLS,
  typeof PARSED_CALLS.login,
][];

describe('the stored token of another user', () => {
  test.each([
    ['history', PARSED_CALLS.messages],
    ['upload', PARSED_CALLS.upload],
    ['send', send.initiate(own())],
  ])('is not used by %s', async (_, request) => {
    const { store, tokens } = openChat();
    tokens.save(tokenOf(8));
    const result = await store.dispatch(request as unknown as typeof PARSED_CALLS.login);
    expect(result.error).toEqual({ status: 'FOREIGN_TOKEN' });
    // The session starts again for the other user.
    const others = server().requests.filter(({ path }) => path !== '/api/66/messages/8');
    expect(others).toEqual([]);
  });
});

describe.each(Object.entries(RESPONSES))('hostile response: %s', (_, body) => {
  test.each(parsedCalls)(
    'makes %s fail, and reaches neither the state nor the console',
    async (call, request) => {
      server().responses[call] = { body };
      const { store, tokens } = openChat();
      const result = await store.dispatch(request);
      expect(result.data).toBeUndefined();
      expect(result.error).toEqual({ status: expect.any(String) as string });
      expect(tokens.read()).toBe(tokenOf(7));
      expect(JSON.stringify(store.getState())).not.toContain('broken');
      expect(output.lines.join('\n').length).toBeLessThan(1_000);
    },
  );

  test('does not make send fail, which ignores the body', async () => {
    server().responses.send = { body };
    const { store } = openChat();
    expect(await store.dispatch(send.initiate(own()))).toMatchObject({ data: null });
  });
});
