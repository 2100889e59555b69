import { AbortError, HttpError, TimeoutError } from '@microsoft/signalr';
import { BoundedHttpClient } from '../../../../src/realtime/signalr/boundedHttpClient';
import { startEndlessServer, useRestServer } from '../../../support/fakes/restServer';
import { advanceTime, useFakeClock } from '../../../support/time/frames';

const MEGABYTE = 1_000_000;

useFakeClock();
const rest = useRestServer();
let server: Awaited<ReturnType<typeof startEndlessServer>>;

beforeEach(async () => {
  server = await startEndlessServer();
});
afterEach(() => server.stop());

const client = new BoundedHttpClient();
const signal = () => ({ aborted: false, onabort: null as (() => void) | null });

describe('BoundedHttpClient', () => {
  test('sends the content and the headers, and resolves with the body of a poll', async () => {
    const url = `${rest().host}/chatHub66`;
    await client.post(url, { content: '{}', headers: { Authorization: 'Bearer a' } });
    expect(rest().requests).toMatchObject([
      { method: 'POST', authorization: 'Bearer a', contentType: 'text/plain;charset=UTF-8' },
    ]);
    expect(rest().requests[0]?.body.toString()).toBe('{}');
    const response = await client.get(url);
    expect(response).toMatchObject({ statusCode: 200, content: 'OK' });
  });

  test.each([
    [true, 'include'],
    [false, 'same-origin'],
  ])('makes a request as SignalR’s own client: %p, %s', async (withCredentials, credentials) => {
    const fetchOnce = jest.spyOn(globalThis, 'fetch');
    await client.send({ url: `${rest().host}/chatHub66`, withCredentials });
    const [[, init] = []] = fetchOnce.mock.calls;
    expect(init).toMatchObject({ method: 'GET', credentials, cache: 'no-store', body: null });
    expect(init?.headers).toEqual({ 'X-Requested-With': 'XMLHttpRequest' });
    fetchOnce.mockRestore();
  });

  test('rejects with the status of an error response, and without its body', async () => {
    rest().responses.send = { status: 503, body: 'a stack trace' };
    const poll = client.get(`${rest().host}/chatHub66`);
    await expect(poll).rejects.toBeInstanceOf(HttpError);
    await expect(poll).rejects.toMatchObject({
      statusCode: 503,
      message: "Service Unavailable: Status code '503'",
    });
  });

  test('cancels the body of an abandoned negotiate response', async () => {
    const abortSignal = signal();
    const negotiation = client.post(`${server.url}negotiate?userId=7`, { abortSignal });
    await server.opened;
    abortSignal.onabort?.();
    await expect(negotiation).rejects.toBeInstanceOf(AbortError);
    await server.closed;
    expect(abortSignal.onabort).toBeNull();
  });

  test('ends a poll whose body takes longer than its timeout', async () => {
    const poll = client.get(server.url, { timeout: 120_000 });
    // Handles the rejection before it happens.
    const rejection = expect(poll).rejects.toBeInstanceOf(TimeoutError);
    await server.opened;
    await advanceTime(119_999);
    expect(jest.getTimerCount()).toBe(1);
    await advanceTime(1);
    await rejection;
    await server.closed;
  });

  test('ends a request without a timeout after 100 s', async () => {
    const rejection = expect(client.get(server.url)).rejects.toBeInstanceOf(TimeoutError);
    await server.opened;
    await advanceTime(99_999);
    expect(jest.getTimerCount()).toBe(1);
    await advanceTime(1);
    await rejection;
    await server.closed;
  });

  test('ends a poll whose body is too long', async () => {
    const poll = client.get(server.url);
    const rejection = expect(poll).rejects.toThrow('The response is too long.');
    await server.opened;
    server.writeBody();
    await rejection;
    await server.closed;
    expect(server.bytesSent()).toBeLessThan(60 * MEGABYTE);
  });

  test('resolves a send when the headers arrive, and cancels the body', async () => {
    const response = await client.post(`${server.url}chatHub66`, { content: '{}' });
    expect(response).toMatchObject({ statusCode: 200, content: '' });
    server.writeBody();
    await server.closed;
    expect(server.bytesSent()).toBeLessThan(10 * MEGABYTE);
  });
});
