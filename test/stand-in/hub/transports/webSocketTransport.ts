import type { WebSocket } from 'ws';
import type { Transport } from './transport';

/** Sends records as text frames. */
export function webSocketTransport(socket: WebSocket): Transport {
  return {
    name: 'WebSockets',
    send: (text) => socket.send(text),
    end: (code = 1000) => socket.close(code),
    terminate: () => socket.terminate(),
  };
}
