import express, { Router, type Express, type Request } from 'express';
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Context } from '../context';
import { identify, requireCustomer, requireSame } from '../rest/routes';
import type { HubConnection } from './connection';
import type { Hub } from './hub';
import type { Transport } from './protocol';

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

/** The response to negotiate: a reserved connection id and the offered transports. */
function negotiate(hub: Hub, customerId: number): object {
  const { transports } = hub.switches;
  const { id, token } = hub.reserve(customerId);
  const availableTransports = transports.map((transport) => ({
    transport,
    transferFormats: ['Text'],
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
    end: () => socket.close(1000),
    terminate: () => socket.terminate(),
  };
}

/** The hub's HTTP endpoints: negotiate, upgrades, server-sent events and POST. */
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
      return;
    }
    connection.transport = openEventStream(response);
    response.on('close', () => connection.onTransportClosed());
  });

  router.post('/', express.text({ limit: '1mb' }), (request, response) => {
    hub.find(authorizeHub(context, request).token).receive(request.body as string);
    response.end();
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
