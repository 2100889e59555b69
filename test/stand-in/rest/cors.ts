import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Switches } from '../control/switches';

/** Sends CORS headers. Credentialed requests need the request's own origin instead of `*`. */
export function crossOrigin(switches: Switches): RequestHandler {
  return cors((_request, configure) => {
    configure(null, {
      origin: { credentials: true, any: '*', none: false }[switches.cors],
      credentials: true,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'x-requested-with', 'x-signalr-user-agent'],
    });
  });
}
