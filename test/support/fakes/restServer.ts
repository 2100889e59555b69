import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transport } from '../../../src/services/transport';
import { takeLines } from '../console/captureConsole';
import { closeChats } from '../stores/makeChat';
import { deferred } from '../time/frames';

export interface RecordedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  contentType: string | undefined;
  body: Buffer;
  /** Differs between connections. */
  clientPort: number | undefined;
}

export interface StubResponse {
  status?: number;
  body?: string;
  /**
   * - cut: the connection closes in the middle of the body.
   * - stalled: the body never ends.
   * - dropped: the connection closes without a response.
   * - noResponse: the connection stays open without a response.
   */
  failure?: 'cut' | 'stalled' | 'dropped' | 'noResponse';
}

type Call = 'login' | 'messages' | 'send' | 'upload';
type Stub = StubResponse | ((request: RecordedRequest) => StubResponse | Promise<StubResponse>);

const DEFAULT_RESPONSES: Record<Call, StubResponse> = {
  login: { body: '{"newtoken":""}' },
  messages: { body: '[]' },
  send: { body: 'OK' },
  upload: { body: '{"imageUrl":"uploads/a.png"}' },
};

const callOf = (path: string) =>
  (/^\/api\/66\/(login|messages|send|upload)/.exec(path)?.[1] ?? 'send') as Call;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function respond(
  response: ServerResponse,
  { status = 200, body = '', failure }: StubResponse,
): void {
  if (failure === 'noResponse') return;
  if (failure === 'dropped') {
    response.destroy();
    return;
  }
  response.statusCode = status;
  if (failure === undefined) {
    response.end(body);
    return;
  }
  response.setHeader('Content-Length', body.length + 10);
  response.write(body, () => {
    if (failure === 'cut') response.destroy();
  });
}

/** The provider's four calls on a real HTTP server. A test sets the responses. */
export class RestServer {
  readonly requests: RecordedRequest[] = [];
  responses: Record<Call, Stub> = { ...DEFAULT_RESPONSES };
  host = '';
  private server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    this.host = `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  requestsTo(call: Call): RecordedRequest[] {
    return this.requests.filter(({ path }) => callOf(path) === call);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      body: await readBody(request),
      clientPort: request.socket.remotePort,
    };
    this.requests.push(recorded);
    const stub = this.responses[callOf(recorded.path)];
    respond(response, typeof stub === 'function' ? await stub(recorded) : stub);
  }
}

/** Starts a server for each test of the file. @returns reads the running test's server */
export function useRestServer(): () => RestServer {
  let server = new RestServer();
  beforeEach(async () => {
    server = new RestServer();
    await server.open();
  });
  afterEach(async () => {
    await server.close();
    await closeChats();
    // Closing the server makes its pending requests fail, and the app logs that.
    takeLines((line) => line.endsWith(' failed: FETCH_ERROR'));
  });
  return () => server;
}

/** Ways in which a call fails: name, response of the server, status in the log. */
export const FAILED_RESPONSES = [
  ['400', { status: 400 }, 400],
  ['500', { status: 500, body: '<h1>x</h1>' }, 500],
  ['a dropped connection', { failure: 'dropped' }, 'FETCH_ERROR'],
] as const;

/** Holds back the response to each request of a call. @returns the response */
export function holdResponses(server: RestServer, call: 'send' | 'upload') {
  const response = deferred<StubResponse>();
  server.responses[call] = () => response.promise;
  return response;
}

/** Returns the posted messages, without their times, which must be ISO strings. */
export const postedMessages = (server: RestServer) =>
  server.requestsTo('send').map(({ body }) => {
    const { timestamp, ...message } = JSON.parse(String(body)) as Record<string, unknown>;
    expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
    return message;
  });

/** A transport for Node, which has no XMLHttpRequest. Reports half and all of the upload. */
export const fetchTransport: Transport = async ({
  method,
  url,
  headers,
  body = null,
  signal,
  isBodyIgnored,
  onUploadProgress,
}) => {
  onUploadProgress?.(0.5);
  const response = await fetch(url, { method, headers, body, signal });
  onUploadProgress?.(1);
  if (!isBodyIgnored) return { status: response.status, text: await response.text() };
  void response.body?.cancel();
  return { status: response.status, text: '' };
};

/** Starts a server whose responses never end. */
export async function startEndlessServer() {
  const opened = deferred();
  const closed = deferred();
  let response: ServerResponse | undefined;
  let bytesSent = 0;
  const server = createServer((_, incoming) => {
    response = incoming;
    incoming.on('close', () => {
      closed.resolve();
    });
    incoming.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders();
    opened.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const body = Buffer.alloc(16 * 1024, ' ');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    /** Resolves when the headers are sent. */
    opened: opened.promise,
    /** Resolves when the client has closed its connection. */
    closed: closed.promise,
    /** Writes to the body until the connection is closed. */
    writeBody() {
      const write = () => {
        if (!response || response.destroyed) return;
        bytesSent += body.length;
        // In a task of its own: Node can call back at once, and no other event would get through.
        response.write(body, () => setImmediate(write));
      };
      write();
    },
    bytesSent: () => bytesSent,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
