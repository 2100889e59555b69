import { HttpClient, HttpResponse, type HttpRequest } from '@microsoft/signalr';
import { createHubClient } from '../../../src/realtime/signalr/createHubClient';
import { advanceTime, flushPromises, useFakeClock } from '../../support/time/frames';
import { tokenOf } from '../../support/builders/builders';
import { captureConsole } from '../../support/console/captureConsole';
import { HOST } from '../../support/stores/makeChat';
import { memoryTokens } from '../../support/fakes/memoryStorage';

useFakeClock();
captureConsole();

const services = { host: HOST, tokens: memoryTokens(tokenOf(7)), uptime: () => Date.now() };
const events = { received: () => undefined, served: () => undefined, closed: () => undefined };

/** Responds to negotiate with WebSockets as the only transport, or never responds. */
class NegotiateStub extends HttpClient {
  readonly requests: HttpRequest[] = [];
  constructor(private readonly responds: boolean) {
    super();
  }
  override send(request: HttpRequest): Promise<HttpResponse> {
    this.requests.push(request);
    const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
    const response = { negotiateVersion: 1, connectionToken: 'token', availableTransports };
    if (this.responds) {
      return Promise.resolve(new HttpResponse(200, 'OK', JSON.stringify(response)));
    }
    return new Promise((_, reject) => {
      const signal = request.abortSignal;
      if (signal) signal.onabort = () => reject(new Error('ended'));
    });
  }
}

/** A browser's WebSocket that opens when the test calls `open`. */
class FakeWebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly created: FakeWebSocket[] = [];
  readyState = FakeWebSocket.CONNECTING;
  onopen?: () => void;
  onclose?: (event: object) => void;
  onmessage?: (event: { data: string }) => void;
  closedAt: number | undefined;
  readonly sent: string[] = [];

  constructor(readonly url: string) {
    FakeWebSocket.created.push(this);
  }
  open() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }
  send(text: string) {
    this.sent.push(text);
    if (text.includes('"protocol"')) this.onmessage?.({ data: '{}\u001e' });
  }
  close() {
    this.closedAt = Date.now();
    this.readyState = 3;
    this.onclose?.({});
  }
  static get last() {
    const last = FakeWebSocket.created.at(-1);
    if (!last) throw new Error('No WebSocket was created.');
    return last;
  }
}

const createWebSocketClient = () =>
  createHubClient(services, 7, events, {
    httpClient: new NegotiateStub(true),
    WebSocket: FakeWebSocket as unknown as typeof WebSocket,
  });

describe('HubClient.stop', () => {
  test('(A5) aborts a pending negotiate request after 1 s', async () => {
    const httpClient = new NegotiateStub(false);
    const client = createHubClient(services, 7, events, { httpClient });
    const started = client.start().catch(String);
    await flushPromises();
    let isStopped = false;
    void client.stop().then(() => (isStopped = true));
    await advanceTime(999);
    expect(isStopped).toBe(false);
    await advanceTime(1);
    expect(await started).toContain('ended');
    expect(isStopped).toBe(true);
    expect(httpClient.requests[0]?.abortSignal).toBeDefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('(A7) closes a WebSocket that is still connecting after 1 s', async () => {
    const client = createWebSocketClient();
    const started = client.start().catch(String);
    await flushPromises();
    const stoppedAt = Date.now();
    let isStopped = false;
    void client.stop().then(() => (isStopped = true));
    await advanceTime(999);
    expect(FakeWebSocket.last.closedAt).toBeUndefined();
    await advanceTime(1);
    expect(FakeWebSocket.last.closedAt).toBe(stoppedAt + 1000);
    expect(await started).toContain('before stop() was called');
    expect(isStopped).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('sends a Close record on an established connection and aborts nothing', async () => {
    const client = createWebSocketClient();
    const started = client.start();
    await flushPromises();
    const socket = FakeWebSocket.last;
    socket.open();
    await started;
    await client.stop();
    expect(socket.sent.at(-1)).toBe('{"type":7}\u001e');
    expect(jest.getTimerCount()).toBe(0);
  });
});
