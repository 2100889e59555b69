import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takeLines } from '../console/consoleLines';
import { closeChats } from '../stores/makeChat';

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
