import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Context } from '../../context';
import { recordRequest } from '../../control/recorder';
import { nextFault, type Fault } from '../../control/switches';
import { HUB_PATH } from '../../rest/calls';
import { HttpError } from '../../rest/httpError';
import type { ConnectionSlot } from '../connectionSlots';
import { authorizeHub } from './authorizeHub';
import { webSocketTransport } from './webSocketTransport';

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
