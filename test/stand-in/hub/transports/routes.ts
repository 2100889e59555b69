import { Router, type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import type { Context } from '../../context';
import { decodeUtf8 } from '../../json/decodeUtf8';
import { readBody } from '../../rest/body';
import { acceptPoll } from './acceptPoll';
import { authorizeHub } from './authorizeHub';
import { HubHttpError } from './hubHttpError';
import { negotiate } from './negotiate';
import { openEventStream } from './serverSentEvents';

const NO_CACHE_HEADERS = {
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
};
/** Maximum size of a POST to the hub, in bytes. */
const POST_LIMIT = 1024 * 1024;

/** The hub's HTTP endpoints: negotiate, server-sent events, polls, POST and DELETE. */
export function hubRoutes({ hub, switches }: Context): Router {
  const router = Router();
  const { slots } = hub;

  router.post('/negotiate', (request, response) => {
    const { customerId, query } = authorizeHub(request);
    const result = negotiate(slots, switches, customerId, query.get('negotiateVersion'));
    const body = Buffer.from(JSON.stringify(result));
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });

  router.get('/', (request, response) => {
    const { customerId, query } = authorizeHub(request);
    const isStream = request.headers.accept?.includes('text/event-stream') ?? false;
    if (!isStream) response.set(NO_CACHE_HEADERS);
    const slot = slots.find(query.get('id'));
    slots.claim(
      slot,
      customerId,
      isStream ? 'ServerSentEvents' : 'LongPolling',
      switches.transports,
    );
    if (!isStream) {
      acceptPoll(hub, slot, response);
      return;
    }
    const connection = hub.connect(slot, openEventStream(response));
    response.on('close', () => connection.onTransportClosed());
  });

  router.post('/', async (request, response) => {
    const { query } = authorizeHub(request);
    const slot = slots.find(query.get('id'));
    if (slot.transport === 'WebSockets') {
      throw new HubHttpError(405, 'POST requests are not allowed for WebSocket connections.');
    }
    const text = decodeUtf8(await readBody(request, POST_LIMIT));
    if (slot.connection) slot.connection.receive(text);
    else slot.earlyData = (slot.earlyData ?? '') + text;
    asPlainText(response).end();
  });

  router.delete('/', (request, response) => {
    const { query } = authorizeHub(request);
    const slot = slots.find(query.get('id'));
    if (slot.transport !== 'LongPolling') {
      throw new HubHttpError(400, 'Cannot terminate this connection using the DELETE endpoint.');
    }
    slot.connection?.onDeleted();
    slots.release(slot);
    asPlainText(response.status(202)).end();
  });

  router.all(['/', '/negotiate'], notAllowed);
  router.use(sendPlainTextError);
  return router;
}

/** Uses `setHeader`, because Express's `set` adds a charset that ASP.NET Core does not send. */
const asPlainText = (response: Response): Response =>
  response.setHeader('Content-Type', 'text/plain');

const notAllowed: RequestHandler = () => {
  throw new HubHttpError(405, '');
};

const sendPlainTextError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof HubHttpError)) {
    next(error);
    return;
  }
  asPlainText(response.status(error.status)).end(error.text);
};
