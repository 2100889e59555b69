import { api } from '../../../src/api/api';
import { uploadChanged } from '../../../src/messages/sendingActions';
import { selectUpload } from '../../../src/messages/sendingSlice';
import type { Fetch } from '../../../src/api/fetch';
import { incoming, own, respond, tokenOf } from '../../support/builders/builders';
import { FAILED_CALL, SKIPPED_PAYLOAD, captureConsole } from '../../support/console/captureConsole';
import { dropped, fakeProviderForEachTest } from '../../support/fakes/fakeProvider';
import { makeChat, waitForState } from '../../support/stores/makeChat';

const server = fakeProviderForEachTest();
const output = captureConsole(FAILED_CALL, SKIPPED_PAYLOAD);
const { login, history, send, upload } = api.endpoints;

const credentials = { username: '+994501234567', password: '' };
const chat = (token: string | null = null) => makeChat({ fetch: server().fetch, token });

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
    ['401', { status: 401 }, 401],
    ['a token that cannot be decoded', { body: '{"newtoken":"hello"}' }, 'UNUSABLE_RESPONSE'],
  ])('fails with %s, and keeps the stored token', async (_, response, status) => {
    server().responses.login = response;
    const { store, tokens } = chat(tokenOf(7));
    const { error } = await store.dispatch(login.initiate(credentials));
    expect(error).toEqual({ status });
    expect(tokens.read()).toBe(tokenOf(7));
  });
});

test.each([
  ['succeeds with a 200, because the body is ignored (S7)', { body: '<!doctype html>' }, null],
  ['succeeds with a 299', { status: 299 }, null],
  ['fails with an HTML page', { type: 'Text/HTML; charset=utf-8' }, 'UNUSABLE_RESPONSE'],
  ['fails with an XHTML page', { status: 202, type: 'application/xhtml+xml' }, 'UNUSABLE_RESPONSE'],
  ['fails with the status of an HTML page', { status: 403, type: 'text/html' }, 403],
  ['fails with a 300', { status: 300 }, 300],
  ['fails with a 500', { status: 500, body: '<h1>x</h1>' }, 500],
  ['fails if the connection drops', dropped, 'FETCH_ERROR'],
  ['fails with a 200 after a redirect', { redirected: true }, 'REDIRECTED'],
  ['fails with a 404 after a redirect', { redirected: true, status: 404 }, 'REDIRECTED'],
] as const)('send %s', async (_, response, status) => {
  server().responses.send = response;
  const result = await chat(tokenOf(7)).store.dispatch(send.initiate(own()));
  expect(result).toEqual(status === null ? { data: null } : { error: { status } });
});

describe('history', () => {
  const fetchHistory = async (body: string, status = 200) => {
    server().responses.messages = { body, status };
    return chat(tokenOf(7)).store.dispatch(
      history.initiate({ userId: 7, reason: 'opened', requestedAt: 0 }),
    );
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

  test.each([
    ['a 204', '', 204],
    ['an empty body', '\r\n', 200],
    ['null', 'null', 200],
  ])('is empty for a new customer with %s, without a log line', async (_, body, status) => {
    expect(await fetchHistory(body, status)).toMatchObject({ data: [] });
    expect(output.lines).toEqual([]);
  });

  test('is not deduplicated at two moments, and is not cached', async () => {
    server().responses.messages = { body: JSON.stringify([incoming()]) };
    const { store } = chat(tokenOf(7));
    const request = (requestedAt: number) =>
      history.initiate({ userId: 7, reason: 'opened', requestedAt }, { subscribe: false });
    await Promise.all([store.dispatch(request(0)), store.dispatch(request(1))]);
    expect(server().requests).toHaveLength(2);
    await waitForState(store, ({ api }) => Object.keys(api.queries).length === 0);
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
});

describe('upload', () => {
  const image = () => new File(['pixels'], 'şəkil.png', { type: 'image/png' });
  const uploadFile = (file: File) =>
    chat(tokenOf(7)).store.dispatch(upload.initiate({ userId: 7, file }));

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
    const fetch: Fetch = (_, __, onUploadProgress) => {
      for (const fraction of [0.001, 0.5, 0.509, 0.4, 1]) {
        let changes = 0;
        const unsubscribe = store.subscribe(() => (changes += 1));
        onUploadProgress?.(fraction);
        unsubscribe();
        shown.push([selectUpload(store.getState())?.percent, changes]);
      }
      return respond({ body: '{"imageUrl":"uploads/a.png"}' });
    };
    const { store } = makeChat({ token: tokenOf(7), fetch });
    store.dispatch(uploadChanged({ index: 1, total: 1, percent: 0, preview: 'blob:a' }));
    await store.dispatch(upload.initiate({ userId: 7, file: image() }));
    expect(shown).toEqual([
      [0, 0],
      [50, 1],
      [50, 0],
      [50, 0],
      [100, 1],
    ]);
  });
});

const PARSED_CALLS = [
  ['login', 'UNUSABLE_RESPONSE', login.initiate(credentials)],
  [
    'messages',
    'UNUSABLE_RESPONSE',
    history.initiate({ userId: 7, reason: 'opened', requestedAt: 0 }),
  ],
  ['upload', 'UNUSABLE_RESPONSE', upload.initiate({ userId: 7, file: new File([], 'a.png') })],
] as const;

/** Response bodies. Only the empty one and null are a history; none is a login or upload response. */
const RESPONSES: Record<string, string> = {
  empty: '',
  'an HTML page': `<!doctype html><script>document.title = "broken"</script>`,
  null: 'null',
  'a string': '"Salam"',
  'an object': '{"length":3,"0":{},"map":1}',
  'an object with __proto__': '{"__proto__":{"newtoken":"x","imageUrl":"y"}}',
  'fields of other types': '{"newtoken":{"length":9},"imageUrl":["a.png"]}',
  'empty fields': '{"newtoken":"","imageUrl":""}',
  'deeply nested': `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  'an array that never closes': '['.repeat(1_000_000),
};

/** Responses that are the history of a new customer. */
const EMPTY_HISTORIES = ['empty', 'null'];

describe.each(Object.entries(RESPONSES))('hostile response: %s', (name, body) => {
  const isEmptyHistory = EMPTY_HISTORIES.includes(name);
  test.each(PARSED_CALLS.filter(([call]) => !(isEmptyHistory && call === 'messages')))(
    'makes %s fail with %s, and reaches neither the state nor the console',
    async (call, status, request) => {
      server().responses[call] = { body };
      const { store, tokens } = chat(tokenOf(7));
      const result = await store.dispatch(request as ReturnType<typeof login.initiate>);
      expect(result).toMatchObject({ error: { status } });
      expect(tokens.read()).toBe(tokenOf(7));
      expect(JSON.stringify(store.getState())).not.toContain('broken');
      expect(output.lines.join('\n').length).toBeLessThan(1_000);
    },
  );
});
