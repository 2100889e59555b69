import { Router, type RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { invalid, readBody } from './body';
import type { Provider } from './provider';
import { patchSwitches } from './patchSwitches';

type Action = (provider: Provider, order: Order) => unknown;

/** What an action is told; each uses what it needs. */
interface Order {
  customerId: number;
  username?: string;
  text?: string | null;
  imageUrl?: string | null;
  message: Record<string, never>;
  arguments?: unknown[];
  how?: 'terminate' | 'close' | 'closeSocket' | 'silence' | 'raw';
  error?: string;
  allowReconnect?: boolean;
  code?: number;
  expiresInSeconds?: number;
  forMs?: number;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  switches: ({ switches }, order) => patchSwitches(switches, order),
  reset: (provider) => provider.reset(),
  operator: (provider, order) => provider.operator.send(order.customerId, order),
  store: (provider, { customerId, message }) => provider.store(customerId, message),
  push: (provider, order) => provider.push(order.customerId, ...(order.arguments ?? [])),
  drop: (provider, order) => drop(provider, order),
  token: (provider, { username = '', ...options }) => {
    const { id } = provider.customerFor(username);
    return { customerId: id, token: provider.tokenFor(username, options) };
  },
};

/** The control path: the switches, the ledger and the actions, for tests in other processes. */
export function controlRoutes(provider: () => Provider): Router {
  const router = Router();
  router.get('/switches', (_request, response) => response.json(provider().switches));
  router.get('/ledger', (_request, response) => response.json(provider().ledger.entries));
  router.get('/conversation/:customerId', (request, response) =>
    response.json(provider().conversation(Number(request.params.customerId))),
  );
  router.post('/down', async (request, response) => {
    const { forMs = 0 } = await readOrder(request);
    // The answer has to be out before its own socket is cut.
    response.on('finish', () => provider().goDownFor(forMs)).json({});
  });
  router.post('/:action', act(provider));
  return router;
}

function act(provider: () => Provider): RequestHandler {
  return async (request, response) => {
    const action = ACTIONS[String(request.params.action)];
    if (!action) throw invalid('action', `There is no '${String(request.params.action)}'.`);
    response.json(action(provider(), await readOrder(request)) ?? {});
  };
}

async function readOrder(request: IncomingMessage): Promise<Order> {
  const text = (await readBody(request, 1_000_000)).toString('utf8');
  return JSON.parse(text || '{}') as Order;
}

function drop({ hub }: Provider, order: Order): void {
  const { customerId, how = 'terminate', text, code, error, allowReconnect } = order;
  for (const connection of hub.connections(customerId)) {
    if (how === 'raw') connection.send(text ?? '');
    else if (how === 'silence') connection.silence();
    else if (how === 'closeSocket') connection.closeSocket(code);
    else if (how === 'terminate') connection.terminate();
    else connection.close({ ...(error && { error }), ...(allowReconnect && { allowReconnect }) });
  }
}
