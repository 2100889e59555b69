import { api } from '../../../src/api/api';
import { advanceTime, useFakeClock, deferred } from '../../support/time/frames';
import { tokenOf, own } from '../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { useRestServer, type StubResponse } from '../../support/fakes/restServer';

useFakeClock();
const server = useRestServer();
captureConsole(FAILED_CALL);

const { login, history, send } = api.endpoints;

describe('request timeout', () => {
  test.each([
    ['login', 'login', login.initiate({ username: '+994501234567', password: '' })],
    ['history', 'messages', history.initiate({ userId: 7, requestKey: 'a' })],
    ['send', 'send', send.initiate(own())],
  ] as const)('%s fails after 100 s without a response (S9)', async (_, call, request) => {
    const requested = deferred();
    server().responses[call] = () => {
      requested.resolve();
      return deferred<StubResponse>().promise;
    };
    const { store } = makeChat(server().host, { token: tokenOf(7) });
    let result: unknown;
    const pending = store.dispatch(request as ReturnType<typeof send.initiate>).then((outcome) => {
      result = outcome.error;
    });
    await requested.promise;
    await advanceTime(99_999);
    expect(result).toBeUndefined();
    await advanceTime(1);
    await pending;
    expect(result).toEqual({ status: 'TIMEOUT_ERROR' });
  });
});

describe('upload timeout', () => {
  /** Starts an upload on a transport that never responds. */
  function startUpload() {
    let progress: (fraction: number) => void = () => undefined;
    const { store, services } = makeChat(server().host, {
      token: tokenOf(7),
      transport: ({ onUploadProgress = progress, signal }) => {
        progress = onUploadProgress;
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        });
      },
    });
    services.images.set('key', new File(['x'], 'a.png'));
    const upload = api.endpoints.upload.initiate({ userId: 7, key: 'key', name: 'a.png' });
    let result: unknown;
    const pending = store.dispatch(upload).then(({ error }) => (result = error));
    return {
      pending,
      result: () => result,
      progress: (fraction: number) => {
        progress(fraction);
      },
    };
  }

  test('ends an upload after 60 s without progress', async () => {
    const { pending, result } = startUpload();
    await advanceTime(59_999);
    expect(result()).toBeUndefined();
    await advanceTime(1);
    await pending;
    expect(result()).toEqual({ status: 'TIMEOUT_ERROR' });
  });

  test('does not end an upload that makes slow progress', async () => {
    const { pending, result, progress } = startUpload();
    for (let step = 1; step <= 10; step += 1) {
      await advanceTime(59_000);
      progress(step / 1_000);
    }
    expect(result()).toBeUndefined();
    await advanceTime(60_000);
    await pending;
    expect(result()).toEqual({ status: 'TIMEOUT_ERROR' });
  });
});
