import type { ServerResponse } from 'node:http';
import type { Transport } from './transport';

/** Starts an event stream on a response. The client sends its records by POST. */
export function openEventStream(response: ServerResponse): Transport {
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
