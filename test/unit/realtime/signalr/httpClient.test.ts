import { HttpClient, HttpError, HttpResponse, type HttpRequest } from '@microsoft/signalr';
import { HubHttpClient } from '../../../../src/realtime/signalr/httpClient';
import { HOST } from '../../../support/stores/makeChat';
import { advanceTime, flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();

const NEGOTIATE = `${HOST}/chatHub66/negotiate?userId=7`;
const HUB = `${HOST}/chatHub66?userId=7`;

/** Responds to each request with a status. */
class Inner extends HttpClient {
  readonly requests: HttpRequest[] = [];

  /** @param content the body of each response */
  constructor(
    private readonly status: number,
    private readonly content?: string,
  ) {
    super();
  }

  override send(request: HttpRequest): Promise<HttpResponse> {
    this.requests.push(request);
    return this.status < 300
      ? Promise.resolve(new HttpResponse(this.status, '', this.content ?? ''))
      : Promise.reject(new HttpError('failed', this.status));
  }
}

/** Makes a request that gets a status. */
async function request(status: number, options: HttpRequest, ended = new AbortController().signal) {
  const inner = new Inner(status);
  const lost = jest.fn();
  const client = new HubHttpClient(inner, HOST, 'secret', ended, lost);
  const response = await client.send(options).catch((error: unknown) => error);
  return { sent: inner.requests[0], lost, rejection: client.rejection?.status, response };
}

describe('HubHttpClient', () => {
  test.each([
    [401, 401],
    [403, 403],
    [404, undefined],
    [500, undefined],
    [200, undefined],
  ])('records a status %d as the rejection %p', async (status, expected) => {
    const { rejection } = await request(status, { method: 'POST', url: NEGOTIATE });
    expect(rejection).toBe(expected);
  });

  test('rejects with the error of the request', async () => {
    const { response } = await request(500, { method: 'POST', url: NEGOTIATE });
    expect(response).toBeInstanceOf(HttpError);
  });

  test.each([
    [1, 'a send gets a 404', 404, 'POST', HUB],
    [0, 'a send gets a 503', 503, 'POST', HUB],
    [0, 'a poll gets a 404, which SignalR handles', 404, 'GET', HUB],
    [0, 'negotiate gets a 404', 404, 'POST', NEGOTIATE],
  ])('reports %d lost connections when %s', async (expected, _, status, method, url) => {
    const { lost } = await request(status, { method, url });
    expect(lost).toHaveBeenCalledTimes(expected);
  });

  describe('the abort signal', () => {
    test('of a negotiate request aborts when the attempt ends', async () => {
      const controller = new AbortController();
      const { sent } = await request(200, { method: 'POST', url: NEGOTIATE }, controller.signal);
      expect(sent?.abortSignal?.aborted).toBe(false);
      const onabort = jest.fn();
      if (sent?.abortSignal) sent.abortSignal.onabort = onabort;
      controller.abort();
      expect(onabort).toHaveBeenCalledTimes(1);
    });

    test('of a negotiate request is aborted if the attempt has ended before', async () => {
      const { sent } = await request(200, { url: NEGOTIATE }, AbortSignal.abort());
      expect(sent?.abortSignal?.aborted).toBe(true);
    });

    test('of any other request stays SignalR’s own', async () => {
      const abortSignal = { aborted: false, onabort: null };
      const { sent } = await request(200, { method: 'GET', url: HUB, abortSignal });
      expect(sent?.abortSignal).toBe(abortSignal);
    });
  });

  test('follows at most five redirects of a negotiate', async () => {
    const inner = new Inner(200);
    const { signal } = new AbortController();
    const client = new HubHttpClient(inner, HOST, 'secret', signal, jest.fn());
    const negotiate = () => client.send({ method: 'POST', url: NEGOTIATE });
    for (let request = 0; request < 6; request += 1) await negotiate();
    await expect(negotiate()).rejects.toThrow('The hub redirects too often.');
    expect(inner.requests).toHaveLength(6);
  });

  test.each([
    ['at most 10 polls a second that deliver nothing', '', 200, 11],
    ['at most 10 polls a second that deliver pings', '{"type":6}\u001e{"type":6}\u001e', 200, 11],
    ['every poll that delivers a message', '{"type":6}\u001e{"type":1}\u001e', 200, 50],
    ['every poll that ends the connection', '', 204, 50],
  ])('makes %s', async (_, content, status, expected) => {
    const inner = new Inner(status, content);
    const ended = new AbortController();
    const client = new HubHttpClient(inner, HOST, 'secret', ended.signal, jest.fn());
    const poll = async () => {
      while (inner.requests.length < 50) await client.send({ method: 'GET', url: HUB });
    };
    const polling = poll();
    await flushPromises();
    await advanceTime(999);
    expect(inner.requests).toHaveLength(expected);
    ended.abort();
    await polling;
  });

  describe('a request to another host', () => {
    const url = 'https://other.example.az/chatHub66';

    test.each([
      [false, 'our token', { Authorization: 'Bearer secret' }],
      [true, 'a token of its own', { Authorization: 'Bearer other' }],
      [true, 'no token', undefined],
    ])('is made: %p, with %s', async (expected, _, headers) => {
      const { sent } = await request(200, { url, ...(headers && { headers }) });
      expect(sent !== undefined).toBe(expected);
    });
  });
});
