import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Context } from '../context';
import { HUB_PATH } from '../calls';
import { Refusal } from '../problem';
import { recordRequest } from '../recorder';
import { takeFault, type Fault } from '../switches';
import { authorize } from './routes';
import { HubRefusal, type Slot } from './slots';
import { webSocketTransport } from './webSocketTransport';

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Turns upgrade requests into WebSocket connections, or refuses them. */
export function webSocketUpgrades({ hub, switches, ledger, timers }: Context): UpgradeHandler {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer, slot: Slot): void => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = hub.connect(slot, webSocketTransport(webSocket));
      webSocket.on('message', (data: Buffer) => connection.receive(data.toString('utf8')));
      webSocket.on('close', (code) => connection.lost(code));
      webSocket.on('error', () => webSocket.terminate());
    });
  };

  return (request, socket, head) => {
    const entry = recordRequest(ledger, request);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (entry.status === 'pending') ledger.amend(entry, { status: 'dropped' });
    });
    const refuse = (status: number, text = '', type = 'text/plain'): void => {
      ledger.amend(entry, { status });
      socket.end(rawAnswer(status, text, type));
    };
    const proceed = (): void => {
      try {
        const slot = findSlot(request);
        ledger.amend(entry, { status: 101 });
        accept(request, socket, head, slot);
      } catch (error) {
        if (error instanceof HubRefusal) refuse(error.status, error.text);
        else refuse(error instanceof Refusal ? error.status : 500);
      }
    };
    const fault = takeFault(switches.calls, 'upgrade') ?? {};
    timers.after(fault.delay ?? 0, () => strike(fault, socket, refuse, proceed));
  };

  function findSlot(request: IncomingMessage): Slot {
    const { customerId, query } = authorize({ url: request.url ?? '/', headers: request.headers });
    if (!request.url?.toLowerCase().startsWith(HUB_PATH.toLowerCase())) throw new Refusal(404);
    const token = query.get('id');
    const slot = token ? hub.slots.find(token) : hub.slots.give(customerId);
    hub.slots.claim(slot, customerId, 'WebSockets', switches.transports);
    return slot;
  }
}

function strike(
  fault: Fault,
  socket: Duplex,
  refuse: (status: number, text?: string, type?: string) => void,
  proceed: () => void,
): void {
  if (fault.end === 'hang') return;
  if (fault.end) return void socket.destroy();
  if (fault.status === undefined) {
    proceed();
    return;
  }
  refuse(fault.status, fault.body, fault.contentType);
}

function rawAnswer(status: number, text: string, type: string): string {
  const length = Buffer.byteLength(text);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: ${type}`;
  return `${head}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`;
}
