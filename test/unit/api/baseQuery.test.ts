import { api } from '../../../src/api/api';
import { own, tokenOf } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';
import { makeChat } from '../../support/stores/makeChat';
import { advanceTime, fakeClockForEachTest } from '../../support/time/frames';

fakeClockForEachTest();
const server = fakeProviderForEachTest();
captureConsole(FAILED_CALL);
const { login, history, send, upload } = api.endpoints;

const HISTORY = history.initiate({ userId: 7, reason: 'opened', requestedAt: 0 });
const POST = send.initiate(own());
const UPLOAD = upload.initiate({ userId: 7, file: new File(['x'], 'a.png') });
const credentials = { username: '+994501234567', password: '' };
const chat = (token: string | null = null) => makeChat({ fetch: server().fetch, token });

describe('baseQuery', () => {
  test.each([
    ['login', login.initiate(credentials), 'POST', '/api/66/login'],
    ['history', HISTORY, 'GET', '/api/66/messages/7'],
    ['send', POST, 'POST', '/api/66/send'],
  ] as const)('sends %s to its URL, with the token', async (_, request, method, path) => {
    const { store } = chat(tokenOf(7));
    await store.dispatch(request as ReturnType<typeof send.initiate>);
    const headers = { Authorization: `Bearer ${tokenOf(7)}` };
    expect(server().requests).toMatchObject([{ method, path, headers }]);
  });

  test('sends a login without an Authorization header if no token is stored', async () => {
    await chat().store.dispatch(login.initiate(credentials));
    expect(server().requests[0]?.headers).not.toHaveProperty('Authorization');
  });

  test.each([
    ['history', HISTORY],
    ['send', POST],
    ['upload', UPLOAD],
  ] as const)('makes no %s request with another user’s token or none', async (_, request) => {
    for (const token of [tokenOf(8), null]) {
      const { store } = chat(token);
      const { error } = await store.dispatch(request as ReturnType<typeof send.initiate>);
      expect(error).toEqual({ status: 'FOREIGN_TOKEN' });
    }
    // The page logs in as the user of the stored token, who has a history.
    const others = server().requests.filter(({ path }) => path !== '/api/66/messages/8');
    expect(others).toEqual([]);
  });

  test.each([
    ['a 200', 200, POST, { data: null }],
    ['a 500', 500, HISTORY, { error: { status: 500 } }],
  ] as const)(
    'reads the unused body of %s, and ends it after 100 s',
    async (_, status, request, result) => {
      let signal: AbortSignal | undefined;
      const response = new Response(new ReadableStream(), { status });
      const { store } = makeChat({
        fetch: (__, init) => {
          ({ signal } = init);
          return Promise.resolve(response);
        },
      });
      expect(await store.dispatch(request as ReturnType<typeof send.initiate>)).toMatchObject(
        result,
      );
      expect(response.bodyUsed).toBe(true);
      await advanceTime(99_999);
      expect(signal?.aborted).toBe(false);
      await advanceTime(1);
      expect(signal?.aborted).toBe(true);
    },
  );
});

describe('the timeout', () => {
  /** Starts a call to which no response arrives. */
  function start(request: typeof POST | typeof UPLOAD) {
    let progress: (fraction: number) => void = () => undefined;
    const { store } = makeChat({
      fetch: (_, { signal }, onUploadProgress = progress) => {
        progress = onUploadProgress;
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    });
    let result: unknown;
    void store.dispatch(request as typeof POST).then(({ error }) => (result = error));
    /** Expects the call to fail after this time in ms, and not before. */
    const expectEndAfter = async (milliseconds: number) => {
      await advanceTime(milliseconds - 1);
      expect(result).toBeUndefined();
      await advanceTime(1);
      expect(result).toEqual({ status: 'TIMEOUT_ERROR' });
    };
    return { expectEndAfter, result: () => result, progress: (done: number) => progress(done) };
  }

  test('makes a request fail after 100 s without a response (S9)', () =>
    start(POST).expectEndAfter(100_000));

  test('ends an upload only after 60 s without progress, however long it takes', async () => {
    const { result, progress, expectEndAfter } = start(UPLOAD);
    for (let step = 1; step <= 10; step += 1) {
      await advanceTime(59_999);
      expect(result()).toBeUndefined();
      progress(step / 1_000);
    }
    await expectEndAfter(60_000);
  });

  test('gives the server 100 s for its response after the last byte (S9)', async () => {
    const { progress, expectEndAfter } = start(UPLOAD);
    progress(1);
    await expectEndAfter(100_000);
  });
});
