import {
  boundedFetch,
  MAX_IGNORED_TIME,
  MAX_RESPONSE_LENGTH,
} from '../../../src/services/boundedFetch';
import { startEndlessServer, useRestServer } from '../../support/fakes/restServer';
import { advanceTime, useFakeClock } from '../../support/time/frames';

const MEGABYTE = 1_000_000;
/** Its response is that of `respondWith`. */
const URL = 'https://chat.example.az';

useFakeClock();
const rest = useRestServer();
let server: Awaited<ReturnType<typeof startEndlessServer>>;

beforeEach(async () => {
  server = await startEndlessServer();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
});

/** Makes `fetch` respond with these chunks. @returns whether the body was cancelled */
function respondWith(chunks: Uint8Array<ArrayBuffer>[]) {
  const result = { isCancelled: false };
  const stream = new ReadableStream(
    {
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => {
        result.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(stream));
  return result;
}

describe('boundedFetch', () => {
  test('resolves with status and text', async () => {
    rest().responses.send = { status: 201, body: 'Salam, ə' };
    await expect(boundedFetch(rest().host, {}, false)).resolves.toMatchObject({
      ok: true,
      status: 201,
      statusText: 'Created',
      text: 'Salam, ə',
    });
  });

  test('decodes a letter whose bytes arrive in two chunks', async () => {
    const [first, second] = new TextEncoder().encode('ə');
    respondWith([Uint8Array.of(first ?? 0), Uint8Array.of(second ?? 0)]);
    expect(await boundedFetch(URL, {}, false)).toMatchObject({ text: 'ə' });
  });

  test('accepts a body of the maximum length', async () => {
    respondWith([new Uint8Array(MAX_RESPONSE_LENGTH)]);
    const { text } = await boundedFetch(URL, {}, false);
    expect(text).toHaveLength(MAX_RESPONSE_LENGTH);
  });

  test('resolves without a text if the response is an error', async () => {
    rest().responses.send = { status: 500, body: 'a stack trace' };
    const response = await boundedFetch(rest().host, {}, false);
    expect(response).toMatchObject({ ok: false, status: 500, text: '' });
  });

  test('rejects when a body is too long, and closes its connection', async () => {
    const rejection = expect(boundedFetch(server.url, {}, false)).rejects.toThrow('too long');
    await server.opened;
    server.writeBody();
    await rejection;
    await server.closed;
    expect(server.bytesSent()).toBeLessThan(60 * MEGABYTE);
  });

  test('closes the connection of a body when the signal aborts', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const rejection = expect(boundedFetch(server.url, { signal }, false)).rejects.toThrow();
    await server.opened;
    controller.abort();
    await rejection;
    await server.closed;
  });

  describe('with an ignored body', () => {
    test('closes the connection of a body that is too long', async () => {
      await expect(boundedFetch(server.url, {}, true)).resolves.toMatchObject({ status: 200 });
      server.writeBody();
      await server.closed;
      expect(server.bytesSent()).toBeLessThan(10 * MEGABYTE);
    });

    test('closes the connection of a body that takes too long', async () => {
      await boundedFetch(server.url, {}, true);
      await advanceTime(MAX_IGNORED_TIME);
      await server.closed;
    });

    test.each([
      ['reads a body of 64 KB to its end', [64 * 1024], false],
      ['cancels a body over 64 KB', [64 * 1024, 1], true],
    ])('%s', async (_, lengths, expected) => {
      const body = respondWith(lengths.map((length) => new Uint8Array(length)));
      await boundedFetch(URL, {}, true);
      while (jest.getTimerCount() > 0) await new Promise((resolve) => setImmediate(resolve));
      expect(body.isCancelled).toBe(expected);
    });

    test('reads a short body to its end and leaves no timer, so that the connection is reused', async () => {
      rest().responses.send = { body: 'OK'.repeat(1_000) };
      for (let count = 0; count < 3; count += 1) {
        await boundedFetch(rest().host, {}, true);
        while (jest.getTimerCount() > 0) await new Promise((resolve) => setImmediate(resolve));
      }
      const ports = rest().requests.map(({ clientPort }) => clientPort);
      expect(ports).toHaveLength(3);
      expect(new Set(ports).size).toBe(1);
    });
  });
});
