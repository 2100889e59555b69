import {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { identify, requireCustomer, requireSame } from '../authorize';
import { readBody } from '../body';
import type { Context } from '../context';
import { takePoll } from './takePoll';
import { negotiate } from './negotiate';
import { openEventStream } from './serverSentEvents';
import { HubRefusal } from './slots';

const NEVER_CACHED = {
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
};
const POST_LIMIT = 1024 * 1024;

/** The hub's HTTP side: negotiation, event stream, polls, and what clients post. */
export function hubRoutes({ hub, switches }: Context): Router {
  const router = Router();
  const { slots } = hub;

  router.post('/negotiate', (request, response) => {
    const { customerId, query } = authorize(request);
    const answer = negotiate(slots, switches, customerId, query.get('negotiateVersion'));
    const body = Buffer.from(JSON.stringify(answer));
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });

  router.get('/', (request, response) => {
    const { customerId, query } = authorize(request);
    const isStream = request.headers.accept?.includes('text/event-stream') ?? false;
    if (!isStream) response.set(NEVER_CACHED);
    const slot = slots.find(query.get('id'));
    slots.claim(
      slot,
      customerId,
      isStream ? 'ServerSentEvents' : 'LongPolling',
      switches.transports,
    );
    if (!isStream) {
      takePoll(hub, slot, response);
      return;
    }
    const connection = hub.connect(slot, openEventStream(response));
    response.on('close', () => connection.lost());
  });

  router.post('/', async (request, response) => {
    const { query } = authorize(request);
    const slot = slots.find(query.get('id'));
    if (slot.transport === 'WebSockets') {
      throw new HubRefusal(405, 'POST requests are not allowed for WebSocket connections.');
    }
    const text = (await readBody(request, POST_LIMIT)).toString('utf8');
    if (slot.connection) slot.connection.receive(text);
    else slot.early = (slot.early ?? '') + text;
    plain(response).end();
  });

  router.delete('/', (request, response) => {
    const { query } = authorize(request);
    const slot = slots.find(query.get('id'));
    if (slot.transport !== 'LongPolling') {
      throw new HubRefusal(400, 'Cannot terminate this connection using the DELETE endpoint.');
    }
    slot.connection?.removed();
    slots.free(slot);
    plain(response.status(202)).end();
  });

  router.all(['/', '/negotiate'], notAllowed);
  router.use(answerInPlainText);
  return router;
}

/** The customer who asks; the user named in the query has to be the token's. */
export function authorize(request: Pick<Request, 'url' | 'headers'>): {
  customerId: number;
  query: URLSearchParams;
} {
  const query = new URL(request.url, 'http://provider').searchParams;
  const customerId = requireCustomer(identify(request, query));
  requireSame(customerId, Number(query.get('userId') ?? NaN));
  return { customerId, query };
}

/** Express's own `set` would name a charset, which the hub does not. */
const plain = (response: Response): Response => response.setHeader('Content-Type', 'text/plain');

const notAllowed: RequestHandler = () => {
  throw new HubRefusal(405, '');
};

const answerInPlainText: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof HubRefusal)) {
    next(error);
    return;
  }
  plain(response.status(error.status)).end(error.text);
};
