import express, { Router, type Express, type Request } from 'express';
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Context } from '../context';
import { identify, requireCustomer, requireSame } from '../rest/routes';
import type { HubConnection } from './connection';
import type { Hub } from './hub';
import type { Transport, TransportName } from './protocol';

/** The long polling transport: buffers records until a poll fetches them. */
class LongPolling implements Transport {
  readonly name = 'LongPolling';
  #buffer = '';
  #poll: ServerResponse | undefined;
  #isEnded = false;

  /** @param onLost called when the client aborts a poll */
  constructor(private readonly onLost: () => void) {}

  /** Holds a poll until there are records. */
  accept(poll: ServerResponse): void {
    this.#poll = poll;
    poll.on('close', () => {
      if (this.#poll === poll) this.onLost();
    });
    this.#flush();
  }

  send(text: string): void {
    this.#buffer += text;
    this.#flush();
  }

  end(): void {
    this.#isEnded = true;
    this.#flush();
  }

  terminate(): void {
    this.#isEnded = true;
    this.#poll?.socket?.destroy();
  }

  #flush(): void {
    const poll = this.#poll;
    if (!poll || (!this.#buffer && !this.#isEnded)) return;
    this.#poll = undefined;
    if (this.#buffer) poll.setHeader('Content-Type', 'application/octet-stream');
    else poll.statusCode = 204;
    poll.end(this.#buffer);
    this.#buffer = '';
  }
}

/** Handles a poll. A connection's first poll opens it and gets an empty response at once. */
function acceptPoll(connection: HubConnection, response: ServerResponse): void {
  if (connection.transport instanceof LongPolling) {
    connection.transport.accept(response);
    return;
  }
  connection.transport = new LongPolling(() => connection.onTransportClosed());
  response.setHeader('Content-Type', 'application/octet-stream');
  response.end();
}

/**
 * The customer whose token a request to the hub carries, and the connection token.
 * @throws HttpError 401 without a valid token, 403 if `userId` in the query is another customer
 */
function authorizeHub(
  { conversations }: Context,
  request: Request,
): { customerId: number; token: string | null } {
  const query = new URL(request.url, 'http://provider').searchParams;
  const customerId = requireCustomer(conversations, identify(request, query));
  requireSame(customerId, Number(query.get('userId') ?? NaN));
  return { customerId, token: query.get('id') };
}

const FORMATS: Readonly<Record<TransportName, readonly string[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** The response to negotiate: a reserved connection id and the offered transports. */
function negotiate(hub: Hub, customerId: number): object {
  const { transports } = hub.switches;
  const { id, token } = hub.reserve(customerId);
  const availableTransports = transports.map((transport) => ({
    transport,
    transferFormats: FORMATS[transport],
  }));
  return { negotiateVersion: 1, connectionId: id, connectionToken: token, availableTransports };
}

/** Starts an event stream on a response. The client sends its records by POST. */
function openEventStream(response: ServerResponse): Transport {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache,no-store',
    Pragma: 'no-cache',
    'Content-Encoding': 'identity',
  });
  // Firefox fires `open` only after the first bytes.
  response.write(':\r\n');
  return {
    name: 'ServerSentEvents',
    // JSON has no line breaks, so the text is one line of an event.
    send: (text) => void response.write(`data: ${text}\r\n\r\n`),
    end: () => void response.end(),
    terminate: () => void response.socket?.destroy(),
  };
}

/** Sends records as text frames. */
function webSocketTransport(socket: WebSocket): Transport {
  return {
    name: 'WebSockets',
    send: (text) => socket.send(text),
    end: (code = 1000) => socket.close(code),
    terminate: () => socket.terminate(),
  };
}

/** The hub's HTTP endpoints: negotiate, upgrades, server-sent events, polls, POST and DELETE. */
export function hubRoutes(context: Context): Router {
  const { hub } = context;
  const router = Router();
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  router.post('/negotiate', (request, response) => {
    response.json(negotiate(hub, authorizeHub(context, request).customerId));
  });

  router.get('/', (request, response) => {
    const connection = hub.find(authorizeHub(context, request).token);
    if (request.headers.upgrade) {
      acceptUpgrade(request, response, connection);
    } else if (request.headers.accept?.includes('text/event-stream')) {
      connection.transport = openEventStream(response);
      response.on('close', () => connection.onTransportClosed());
    } else {
      acceptPoll(connection, response);
    }
  });

  router.post('/', express.text({ limit: '1mb' }), (request, response) => {
    hub.find(authorizeHub(context, request).token).receive(request.body as string);
    response.end();
  });

  router.delete('/', (request, response) => {
    const connection = hub.find(authorizeHub(context, request).token);
    connection.onDeleted();
    hub.release(connection);
    response.status(202).end();
  });
  return router;

  function acceptUpgrade(
    request: Request,
    response: ServerResponse,
    connection: HubConnection,
  ): void {
    // `ws` writes the response. The ledger records the status of this one.
    response.statusCode = 101;
    response.emit('finish');
    response.detachSocket(request.socket);
    webSockets.handleUpgrade(request, request.socket, Buffer.alloc(0), (socket) => {
      connection.transport = webSocketTransport(socket);
      socket.on('message', (data: Buffer) => connection.receive(data.toString('utf8')));
      socket.on('close', () => connection.onTransportClosed());
      socket.on('error', () => socket.terminate());
    });
  }
}

/** Passes upgrade requests to the Express app, as requests with a response. */
export function routeUpgrades(app: Express) {
  return (request: IncomingMessage, socket: Duplex): void => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    response.on('finish', () => {
      if (response.statusCode !== 101) socket.end();
    });
    socket.on('error', () => socket.destroy());
    app(request, response);
  };
}
