import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Switches } from './switches';

/** Cross-origin headers for credentialed requests: the very origin that asks, never `*`. */
export function crossOrigin(switches: Switches): RequestHandler {
  return cors((_request, answer) => {
    answer(null, {
      origin: { credentials: true, any: '*', none: false }[switches.cors],
      credentials: true,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'x-requested-with', 'x-signalr-user-agent'],
    });
  });
}
