import { HttpClient, HttpResponse, type HttpRequest } from '@microsoft/signalr';
import { createHub } from '../../../src/provider/signalr';
import { pass, settle, useClock } from '../../support/clock';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { HOST } from '../../support/memoryChat';
import { memoryTokens } from '../../support/memoryStorage';

useClock();
keepConsole();

const services = { host: HOST, tokens: memoryTokens(tokenOf(7)), now: () => Date.now() };
const events = { received: () => undefined, closed: () => undefined };

/** A hub that offers WebSockets, or that never answers. */
class Negotiation extends HttpClient {
  readonly requests: HttpRequest[] = [];
  constructor(private readonly isAnswered: boolean) {
    super();
  }
  override send(request: HttpRequest): Promise<HttpResponse> {
    this.requests.push(request);
    const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
    const answer = { negotiateVersion: 1, connectionToken: 'token', availableTransports };
    if (this.isAnswered)
      return Promise.resolve(new HttpResponse(200, 'OK', JSON.stringify(answer)));
    return new Promise((_, reject) => {
      const signal = request.abortSignal;
      if (signal) signal.onabort = () => reject(new Error('ended'));
    });
  }
}

/** A socket that opens when it is told to, like a browser's. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly made: Socket[] = [];
  readyState = Socket.CONNECTING;
  onopen?: () => void;
  onclose?: (event: object) => void;
  onmessage?: (event: { data: string }) => void;
  closedAt: number | undefined;
  readonly sent: string[] = [];

  constructor(readonly url: string) {
    Socket.made.push(this);
  }
  open() {
    this.readyState = Socket.OPEN;
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
    const last = Socket.made.at(-1);
    if (!last) throw new Error('No socket was made.');
    return last;
  }
}

const onSockets = () =>
  createHub(services, 7, events, {
    httpClient: new Negotiation(true),
    WebSocket: Socket as unknown as typeof WebSocket,
  });

test('[A5] a negotiation that is never answered is ended a second after the stop', async () => {
  const http = new Negotiation(false);
  const hub = createHub(services, 7, events, { httpClient: http });
  const started = hub.start().catch(String);
  await settle();
  let isStopped = false;
  void hub.stop().then(() => (isStopped = true));
  await pass(999);
  expect(isStopped).toBe(false);
  await pass(1);
  expect(await started).toContain('ended');
  expect(isStopped).toBe(true);
  expect(http.requests[0]?.abortSignal).toBeDefined();
  expect(jest.getTimerCount()).toBe(0);
});

test('[A7] a WebSocket that never opens is closed a second after the stop', async () => {
  const hub = onSockets();
  const started = hub.start().catch(String);
  await settle();
  const stopping = Date.now();
  let isStopped = false;
  void hub.stop().then(() => (isStopped = true));
  await pass(999);
  expect(Socket.last.closedAt).toBeUndefined();
  await pass(1);
  expect(Socket.last.closedAt).toBe(stopping + 1000);
  expect(await started).toContain('before stop() was called');
  expect(isStopped).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test('a connection that is up is left to say goodbye, and nothing is cut off', async () => {
  const hub = onSockets();
  const started = hub.start();
  await settle();
  const { last } = Socket;
  last.open();
  await started;
  await hub.stop();
  expect(last.sent.at(-1)).toBe('{"type":7}\u001e');
  expect(jest.getTimerCount()).toBe(0);
});
