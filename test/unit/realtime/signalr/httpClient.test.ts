import {
  AbortError,
  HttpError,
  HttpResponse,
  TimeoutError,
  type HttpRequest,
} from '@microsoft/signalr';
import { HubHttpClient, sendRequest } from '../../../../src/realtime/signalr/httpClient';
import { startEndlessServer, useRestServer } from '../../../support/fakes/restServer';
import { HOST } from '../../../support/stores/makeChat';
import { advanceTime, flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();

describe('sendRequest', () => {
  const MEGABYTE = 1_000_000;
  const rest = useRestServer();
  let server: Awaited<ReturnType<typeof startEndlessServer>>;

  beforeEach(async () => {
    server = await startEndlessServer();
  });
  afterEach(() => server.stop());

  test('sends the content and the headers, and resolves with the body of a poll', async () => {
    const url = `${rest().host}/chatHub66`;
    const headers = { Authorization: 'Bearer a' };
    await sendRequest({ method: 'POST', url, content: '{}', headers });
    expect(rest().requests).toMatchObject([
      { method: 'POST', authorization: 'Bearer a', contentType: 'text/plain;charset=UTF-8' },
    ]);
    expect(rest().requests[0]?.body.toString()).toBe('{}');
    expect(await sendRequest({ url })).toMatchObject({ statusCode: 200, content: 'OK' });
  });

  test.each([
    [true, 'include'],
    [false, 'same-origin'],
  ])('makes a request as SignalR’s own client: %p, %s', async (withCredentials, credentials) => {
    const fetchOnce = jest.spyOn(globalThis, 'fetch');
    await sendRequest({ url: `${rest().host}/chatHub66`, withCredentials });
    const [[, init] = []] = fetchOnce.mock.calls;
    expect(init).toMatchObject({ method: 'GET', credentials, cache: 'no-store', body: null });
    expect(init?.headers).toEqual({ 'X-Requested-With': 'XMLHttpRequest' });
    fetchOnce.mockRestore();
  });

  test('rejects with the status of an error response, and without its body', async () => {
    rest().responses.send = { status: 503, body: 'a stack trace' };
    const poll = sendRequest({ url: `${rest().host}/chatHub66` });
    await expect(poll).rejects.toBeInstanceOf(HttpError);
    await expect(poll).rejects.toMatchObject({
      statusCode: 503,
      message: "Service Unavailable: Status code '503'",
    });
  });

  test('cancels the body of an abandoned negotiate response', async () => {
    const abortSignal = { aborted: false, onabort: null as (() => void) | null };
    const url = `${server.url}negotiate?userId=7`;
    const negotiation = sendRequest({ method: 'POST', url, abortSignal });
    await server.opened;
    abortSignal.onabort?.();
    await expect(negotiation).rejects.toBeInstanceOf(AbortError);
    await server.closed;
    expect(abortSignal.onabort).toBeNull();
  });

  test('makes no request whose signal has aborted', async () => {
    const abortSignal = { aborted: true, onabort: null };
    const request = sendRequest({ url: `${rest().host}/chatHub66`, abortSignal });
    await expect(request).rejects.toBeInstanceOf(AbortError);
    expect(rest().requests).toEqual([]);
  });

  test.each([
    ['its timeout', { timeout: 120_000 }, 120_000],
    ['100 s if it has no timeout', {}, 100_000],
  ])('ends a poll whose body takes longer than %s', async (_, options, timeout) => {
    const poll = sendRequest({ url: server.url, ...options });
    // Handles the rejection before it happens.
    const rejection = expect(poll).rejects.toBeInstanceOf(TimeoutError);
    await server.opened;
    await advanceTime(timeout - 1);
    expect(jest.getTimerCount()).toBe(1);
    await advanceTime(1);
    await rejection;
    await server.closed;
  });

  test('ends a poll whose body is too long', async () => {
    const rejection = expect(sendRequest({ url: server.url })).rejects.toThrow(
      'The response is too long.',
    );
    await server.opened;
    server.writeBody();
    await rejection;
    await server.closed;
    expect(server.bytesSent()).toBeLessThan(60 * MEGABYTE);
  });

  test('resolves a send when the headers arrive, and cancels the body', async () => {
    const send = { method: 'POST', url: `${server.url}chatHub66`, content: '{}' };
    expect(await sendRequest(send)).toMatchObject({ statusCode: 200, content: '' });
    server.writeBody();
    await server.closed;
    expect(server.bytesSent()).toBeLessThan(10 * MEGABYTE);
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
    expect(client.rejection?.status).toBe(expected);
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
