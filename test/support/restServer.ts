import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leaveChats } from './makeChat';

/** A request as it arrived. */
export interface Seen {
  method: string;
  path: string;
  authorization: string | undefined;
  type: string | undefined;
  body: Buffer;
}

/** An answer, whole or spoilt: cut or hanging in the middle of its body, or none at all. */
export interface Answer {
  status?: number;
  body?: string;
  end?: 'cut' | 'hang' | 'drop' | 'silence';
}

type Call = 'login' | 'messages' | 'send' | 'upload';
type Answering = Answer | ((seen: Seen) => Answer | Promise<Answer>);

const BEST: Record<Call, Answer> = {
  login: { body: '{"newtoken":""}' },
  messages: { body: '[]' },
  send: { body: 'OK' },
  upload: { body: '{"imageUrl":"uploads/a.png"}' },
};

const callOf = (path: string) =>
  (/^\/api\/66\/(login|messages|send|upload)/.exec(path)?.[1] ?? 'send') as Call;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function give(response: ServerResponse, { status = 200, body = '', end }: Answer): void {
  if (end === 'silence') return;
  if (end === 'drop') {
    response.destroy();
    return;
  }
  response.statusCode = status;
  if (end === undefined) {
    response.end(body);
    return;
  }
  response.setHeader('Content-Length', body.length + 10);
  response.write(body, () => {
    if (end === 'cut') response.destroy();
  });
}

/** A provider's four calls over real HTTP, with any answers, and a list of what was asked. */
export class RestServer {
  readonly seen: Seen[] = [];
  answers: Record<Call, Answering> = { ...BEST };
  host = '';
  private server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => void this.take(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    this.host = `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** The requests of one call. */
  of(call: Call): Seen[] {
    return this.seen.filter(({ path }) => callOf(path) === call);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      type: request.headers['content-type'],
      body: await bodyOf(request),
    };
    this.seen.push(seen);
    const answer = this.answers[callOf(seen.path)];
    give(response, typeof answer === 'function' ? await answer(seen) : answer);
  }
}

/** A server of its own for each test of the file. */
export function useRestServer(): () => RestServer {
  let server = new RestServer();
  beforeEach(async () => {
    server = new RestServer();
    await server.open();
  });
  afterEach(async () => {
    await server.close();
    await leaveChats();
  });
  return () => server;
}
