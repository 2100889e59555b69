import type { ServerResponse } from 'node:http';
import type { Transport } from './transport';

/** Opens an event stream on an answer; what the client has to say comes by POST. */
export function openEventStream(response: ServerResponse): Transport {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache,no-store',
    Pragma: 'no-cache',
    'Content-Encoding': 'identity',
  });
  // Firefox reports an event stream as open only after its first bytes.
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
