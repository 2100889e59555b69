import {
  AbortError,
  HttpError,
  HttpResponse,
  TimeoutError,
  type HttpRequest,
} from '@microsoft/signalr';
import { HubHttpClient, sendRequest } from '../../../../src/hub/signalr/httpClient';
import { bytesOf, respondWith, stalled } from '../../../support/fakes/fakeFetch';
import { HOST } from '../../../support/stores/makeChat';
import { advanceTime, flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();

describe('sendRequest', () => {
  const url = `${HOST}/chatHub66`;

  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('sends the content and the headers, and resolves with the body of a poll', async () => {
    const post = respondWith(bytesOf('ignored'));
    const headers = { Authorization: 'Bearer a' };
    expect(await sendRequest({ method: 'POST', url, content: '{}', headers })).toMatchObject({
      statusCode: 200,
      content: '',
    });
    expect(post).toMatchObject({ url, init: { method: 'POST', headers, body: '{}' } });
    respondWith(bytesOf('records'));
    expect(await sendRequest({ url })).toMatchObject({ statusCode: 200, content: 'records' });
  });

  test.each([
    [true, 'include'],
    [false, 'same-origin'],
  ])('makes a request as SignalR’s own client: %p, %s', async (withCredentials, credentials) => {
    const request = respondWith([]);
    await sendRequest({ url, withCredentials });
    const { init } = request;
    expect(init).toMatchObject({ method: 'GET', credentials, cache: 'no-store', body: null });
    expect(init.headers).toEqual({ 'X-Requested-With': 'XMLHttpRequest' });
  });

  test('rejects with the status of an error response, and without its body', async () => {
    respondWith(bytesOf('a stack trace'), { status: 503, statusText: 'Service Unavailable' });
    const poll = sendRequest({ url });
    await expect(poll).rejects.toBeInstanceOf(HttpError);
    await expect(poll).rejects.toMatchObject({
      statusCode: 503,
      message: "Service Unavailable: Status code '503'",
    });
  });

  test('aborts an abandoned negotiate request while its body arrives', async () => {
    respondWith(stalled);
    const abortSignal = { aborted: false, onabort: null as (() => void) | null };
    const negotiate = `${url}/negotiate?userId=7`;
    const negotiation = sendRequest({ method: 'POST', url: negotiate, abortSignal });
    await flushPromises();
    abortSignal.onabort?.();
    await expect(negotiation).rejects.toBeInstanceOf(AbortError);
    expect(abortSignal.onabort).toBeNull();
  });

  test('makes no request whose signal has aborted', async () => {
    const request = respondWith([]);
    const abortSignal = { aborted: true, onabort: null };
    await expect(sendRequest({ url, abortSignal })).rejects.toBeInstanceOf(AbortError);
    expect(request.url).toBe('');
  });

  test.each([
    ['its timeout', { timeout: 120_000 }, 120_000],
    ['100 s if it has no timeout', {}, 100_000],
  ])('ends a poll whose body takes longer than %s', async (_, options, timeout) => {
    respondWith(stalled);
    const poll = sendRequest({ url, ...options });
    // Handles the rejection before it happens.
    const rejection = expect(poll).rejects.toBeInstanceOf(TimeoutError);
    await advanceTime(timeout - 1);
    expect(jest.getTimerCount()).toBe(1);
    await advanceTime(1);
    await rejection;
  });
});

describe('HubHttpClient', () => {
  const NEGOTIATE = `${HOST}/chatHub66/negotiate?userId=7`;
  const HUB = `${HOST}/chatHub66?userId=7`;

  /** Creates a client whose requests get this status and body. */
  function makeClient(status: number, content = '', ended = new AbortController().signal) {
    const requests: HttpRequest[] = [];
    const onLost = jest.fn();
    const client = new HubHttpClient({ host: HOST, token: 'secret', ended, onLost }, (request) => {
      requests.push(request);
      return status < 300
        ? Promise.resolve(new HttpResponse(status, '', content))
        : Promise.reject(new HttpError('failed', status));
    });
    return { client, requests, onLost };
  }

  test.each([
    [401, 401],
    [403, 403],
    [404, undefined],
    [500, undefined],
  ])('rejects with the error of a status %d, and records %p', async (status, expected) => {
    const { client } = makeClient(status);
    const negotiation = client.send({ method: 'POST', url: NEGOTIATE });
    await expect(negotiation).rejects.toMatchObject({ statusCode: status });
    expect(client.rejection?.reason).toBe(expected);
  });

  test.each([
    [1, 'a send gets a 404', 404, 'POST', HUB],
    [0, 'a send gets a 503', 503, 'POST', HUB],
    [0, 'a poll gets a 404, which SignalR handles', 404, 'GET', HUB],
    [0, 'negotiate gets a 404', 404, 'POST', NEGOTIATE],
  ])('reports %d lost connections when %s', async (expected, _, status, method, url) => {
    const { client, onLost } = makeClient(status);
    await expect(client.send({ method, url })).rejects.toThrow(HttpError);
    expect(onLost).toHaveBeenCalledTimes(expected);
  });

  test('gives a negotiate request an abort signal, aborted if the attempt has ended', async () => {
    const { client, requests } = makeClient(200, '', AbortSignal.abort());
    const abortSignal = { aborted: false, onabort: null };
    await client.send({ url: NEGOTIATE, abortSignal });
    await client.send({ method: 'GET', url: HUB, abortSignal });
    expect(requests[0]?.abortSignal?.aborted).toBe(true);
    expect(requests[1]?.abortSignal).toBe(abortSignal);
  });

  test('follows at most five redirects of a negotiate', async () => {
    const { client, requests } = makeClient(200);
    const negotiate = () => client.send({ method: 'POST', url: NEGOTIATE });
    for (let request = 0; request < 6; request += 1) await negotiate();
    await expect(negotiate()).rejects.toThrow('The hub redirects too often.');
    expect(requests).toHaveLength(6);
  });

  test.each([
    ['at most 10 polls a second that deliver nothing', '', 200, 11],
    ['at most 10 polls a second that deliver pings', '{"type":6}\u001e{"type":6}\u001e', 200, 11],
    ['every poll that delivers a message', '{"type":6}\u001e{"type":1}\u001e', 200, 50],
    ['every poll that ends the connection', '', 204, 50],
  ])('makes %s', async (_, content, status, expected) => {
    const { client, requests } = makeClient(status, content);
    const poll = async () => {
      while (requests.length < 50) await client.send({ method: 'GET', url: HUB });
    };
    const polling = poll();
    await flushPromises();
    await advanceTime(999);
    expect(requests).toHaveLength(expected);
    await advanceTime(5_000);
    await polling;
  });

  test('makes a request to another host without a token', async () => {
    const { client, requests } = makeClient(200);
    await client.send({ url: 'https://other.example.az/chatHub66' });
    expect(requests).toHaveLength(1);
  });
});
