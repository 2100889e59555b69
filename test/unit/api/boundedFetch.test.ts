import { boundedFetch, MAX_IGNORED_TIME, MAX_RESPONSE_LENGTH } from '../../../src/api/boundedFetch';
import {
  bytesOf,
  endless,
  respondWith,
  stalled,
  untilNoTimer,
} from '../../support/fakes/fakeFetch';
import { advanceTime, useFakeClock } from '../../support/time/frames';

const URL = 'https://chat.example.az';

useFakeClock();
afterEach(() => {
  jest.restoreAllMocks();
});

describe('boundedFetch', () => {
  test('passes the request to fetch, and resolves with status, date and text', async () => {
    const headers = { Date: 'Thu, 05 Mar 2026 10:00:00 GMT' };
    const request = respondWith(bytesOf('Salam, ə'), {
      status: 201,
      statusText: 'Created',
      headers,
    });
    await expect(boundedFetch(URL, { method: 'POST' }, false)).resolves.toEqual({
      ok: true,
      status: 201,
      statusText: 'Created',
      date: headers.Date,
      text: 'Salam, ə',
    });
    expect(request).toMatchObject({ url: URL, init: { method: 'POST' } });
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

  test('rejects when a body is too long, and cancels it', async () => {
    const request = respondWith(endless());
    await expect(boundedFetch(URL, {}, false)).rejects.toThrow('too long');
    expect(request.isCancelled).toBe(true);
  });

  test.each([
    ['the status is an error', bytesOf('a stack trace'), 500],
    ['there is no body', null, 204],
  ])('resolves without a text if %s', async (_, body, status) => {
    if (body) respondWith(body, { status });
    else jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(null, { status }));
    expect(await boundedFetch(URL, {}, false)).toMatchObject({ status, text: '' });
  });
});

describe('boundedFetch, with an ignored body', () => {
  test('cancels a body that takes too long', async () => {
    const request = respondWith(stalled);
    await expect(boundedFetch(URL, {}, true)).resolves.toMatchObject({ status: 200, text: '' });
    await advanceTime(MAX_IGNORED_TIME - 1);
    expect(request.isCancelled).toBe(false);
    await advanceTime(1);
    expect(request.isCancelled).toBe(true);
  });

  // The connection of a body that was read to its end is reused.
  test.each([
    ['reads a body of 64 KB to its end', [64 * 1024], false],
    ['cancels a body over 64 KB', [64 * 1024, 1], true],
  ])('%s, and leaves no timer', async (_, lengths, expected) => {
    const request = respondWith(lengths.map((length) => new Uint8Array(length)));
    await boundedFetch(URL, {}, true);
    await untilNoTimer();
    expect(request.isCancelled).toBe(expected);
  });
});
