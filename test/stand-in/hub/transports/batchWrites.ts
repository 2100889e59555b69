import { setImmediate } from 'node:timers';
import type { Transport } from './transport';

/** Maximum characters of unsent text. Longer text is sent at once. ASP.NET Core's buffer size. */
const BATCH_LIMIT = 64 * 1024;

/**
 * Sends all text that is written in one turn of the event loop as one frame, event or response.
 * ASP.NET Core's transports do so with all records that are in their buffer.
 */
export function batchWrites(transport: Transport): Transport {
  let batch = '';
  const flush = (): void => {
    const text = batch;
    batch = '';
    if (text) transport.send(text);
  };
  return {
    name: transport.name,
    send: (text) => {
      if (!batch) setImmediate(flush);
      batch += text;
      if (batch.length > BATCH_LIMIT) flush();
    },
    end: (code) => {
      flush();
      transport.end(code);
    },
    terminate: () => {
      batch = '';
      transport.terminate();
    },
  };
}
