import express, { Router } from 'express';
import { STATUS_CODES, type ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Context } from '../context';
import { recordRequest } from '../control/ledger';
import { nextFault, type Switches, type Fault } from '../control/switches';
import { identify, requireCustomer, requireSame, HttpError } from '../rest/routes';
import { HUB_PATH } from '../rest/calls';
import type { Timers } from '../timers';
import type { ConnectionSlot, ConnectionSlots } from './connectionSlots';
import type { Hub } from './hub';
import type { HubTiming, Transport, TransportName } from './protocol';

/** The long polling transport: buffers records until a poll fetches them. */
export class LongPolling implements Transport {
  readonly name = 'LongPolling';
  #buffer = '';
  #poll: ServerResponse | undefined;
  #isEnded = false;
  #cancelTimer = (): void => undefined;

  /**
   * @param onLost called when the client sends no further poll in time
   * @param onDrained called when the last record of an ended connection has been fetched
   */
  constructor(
    private readonly timers: Timers,
    private readonly timing: HubTiming,
    private readonly onLost: () => void,
    private readonly onDrained: () => void,
  ) {}

  /** Holds a poll until there are records or it times out. A poll in flight gets a 204. */
  accept(poll: ServerResponse): void {
    this.#respond(204, '');
    this.#poll = poll;
    poll.on('close', () => {
      if (this.#poll === poll) this.#awaitNextPoll();
    });
    this.#cancelTimer();
    this.#cancelTimer = this.timers.after(this.timing.poll, () => this.#respond(200, ''));
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
    this.#poll?.socket?.destroy();
    this.#cancelTimer();
    this.onDrained();
  }

  #flush(): void {
    if (!this.#poll) return;
    if (this.#buffer) {
      const text = this.#buffer;
      this.#buffer = '';
      this.#respond(200, text);
    } else if (this.#isEnded) {
      this.#respond(204, '');
      this.#cancelTimer();
      this.onDrained();
    }
  }

  #respond(status: number, text: string): void {
    const poll = this.#poll;
    if (!poll) return;
    this.#awaitNextPoll();
    if (status === 200) poll.setHeader('Content-Type', 'application/octet-stream');
    poll.statusCode = status;
    poll.end(text);
  }

  #awaitNextPoll(): void {
    this.#poll = undefined;
    this.#cancelTimer();
    this.#cancelTimer = this.timers.after(this.timing.disconnect, this.onLost);
  }
}

/** Handles a poll. A connection's first poll opens it and gets an empty response at once. */
function acceptPoll(hub: Hub, slot: ConnectionSlot, response: ServerResponse): void {
  if (slot.polling) {
    slot.polling.accept(response);
    return;
  }
  const release = (): void => hub.slots.release(slot);
  const polling = new LongPolling(
    hub.timers,
    hub.timing,
    () => {
      slot.connection?.onTransportClosed();
      release();
    },
    release,
  );
  slot.polling = polling;
  hub.connect(slot, polling);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.end();
}

/**
 * The customer whose token a request to the hub carries, and the parsed query.
 * @throws HttpError 401 without a valid token, 403 if `userId` in the query is another customer
 */
function authorizeHub(request: Pick<IncomingMessage, 'url' | 'headers'>): {
  customerId: number;
  query: URLSearchParams;
} {
  const query = new URL(request.url ?? '/', 'http://provider').searchParams;
  const customerId = requireCustomer(identify(request, query));
  requireSame(customerId, Number(query.get('userId') ?? NaN));
  return { customerId, query };
}

const FORMATS: Readonly<Record<TransportName, readonly string[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** The response to negotiate: a reserved connection id and the offered transports. */
function negotiate(slots: ConnectionSlots, switches: Switches, customerId: number): object {
  if (switches.redirect) return switches.redirect;
  const { id, token } = slots.reserve(customerId);
  const availableTransports = switches.transports.map((transport) => ({
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
    send: (text) => void response.write(asEvent(text)),
    end: () => void response.end(),
    terminate: () => void response.socket?.destroy(),
  };
}

function asEvent(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => `data: ${line}\r\n`);
  return `${lines.join('')}\r\n`;
}

/** The hub's HTTP endpoints: negotiate, server-sent events, polls, POST and DELETE. */
export function hubRoutes({ hub, switches }: Context): Router {
  const router = Router();
  const { slots } = hub;

  router.post('/negotiate', (request, response) => {
    const { customerId } = authorizeHub(request);
    response.json(negotiate(slots, switches, customerId));
  });

  router.get('/', (request, response) => {
    const { query } = authorizeHub(request);
    const slot = slots.find(query.get('id'));
    if (!request.headers.accept?.includes('text/event-stream')) {
      acceptPoll(hub, slot, response);
      return;
    }
    const connection = hub.connect(slot, openEventStream(response));
    response.on('close', () => connection.onTransportClosed());
  });

  router.post('/', express.text({ type: '*/*', limit: '1mb' }), (request, response) => {
    const { query } = authorizeHub(request);
    slots.find(query.get('id')).connection?.receive(request.body as string);
    response.end();
  });

  router.delete('/', (request, response) => {
    const { query } = authorizeHub(request);
    const slot = slots.find(query.get('id'));
    slot.connection?.onDeleted();
    slots.release(slot);
    response.status(202).end();
  });
  return router;
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

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Handles upgrade requests: opens a WebSocket connection or rejects the request. */
export function webSocketUpgrades({ hub, switches, ledger, timers }: Context): UpgradeHandler {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  const accept = (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    slot: ConnectionSlot,
  ): void => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = hub.connect(slot, webSocketTransport(webSocket));
      webSocket.on('message', (data: Buffer) => connection.receive(data.toString('utf8')));
      webSocket.on('close', (code) => connection.onTransportClosed(code));
      webSocket.on('error', () => webSocket.terminate());
    });
  };

  return (request, socket, head) => {
    const entry = recordRequest(ledger, request);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (entry.status === 'pending') ledger.amend(entry, { status: 'dropped' });
    });
    const reject = (status: number, text = '', type = 'text/plain'): void => {
      ledger.amend(entry, { status });
      socket.end(rawResponse(status, text, type));
    };
    const proceed = (): void => {
      try {
        const slot = findSlot(request);
        ledger.amend(entry, { status: 101 });
        accept(request, socket, head, slot);
      } catch (error) {
        reject(error instanceof HttpError ? error.status : 500);
      }
    };
    const fault = nextFault(switches.calls, 'upgrade') ?? {};
    timers.after(fault.delay ?? 0, () => inject(fault, socket, reject, proceed));
  };

  function findSlot(request: IncomingMessage): ConnectionSlot {
    const { customerId, query } = authorizeHub(request);
    if (!request.url?.startsWith(HUB_PATH)) throw new HttpError(404);
    const token = query.get('id');
    // A client that skips negotiate has no token.
    return token ? hub.slots.find(token) : hub.slots.reserve(customerId);
  }
}

function inject(
  fault: Fault,
  socket: Duplex,
  reject: (status: number, text?: string, type?: string) => void,
  proceed: () => void,
): void {
  if (fault.end === 'hang') return;
  if (fault.end) return void socket.destroy();
  if (fault.status === undefined) {
    proceed();
    return;
  }
  reject(fault.status, fault.body, fault.contentType);
}

function rawResponse(status: number, text: string, type: string): string {
  const length = Buffer.byteLength(text);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: ${type}`;
  return `${head}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`;
}
