import { Router, type RequestHandler } from 'express';
import type { Provider } from '../provider';
import { invalid } from '../rest/routes';
import { defaultSwitches, type Switches } from './switches';

/** Merges a patch into the switches; `calls` and `invocations` are merged entry by entry. */
function patchSwitches(switches: Switches, patch: object): Switches {
  const known = Object.keys(defaultSwitches());
  for (const [name, value] of Object.entries(patch) as [string, unknown][]) {
    if (!known.includes(name)) throw invalid(name, `There is no switch '${name}'.`);
    const hasEntries = name === 'calls' || name === 'invocations';
    const merged = hasEntries ? { ...switches[name], ...(value as object) } : value;
    Object.assign(switches, { [name]: merged });
  }
  return switches;
}

type Action = (provider: Provider, options: ActionOptions) => unknown;

/** The JSON body of an action; each action uses the fields that it needs. */
interface ActionOptions {
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
  switches: ({ switches }, options) => patchSwitches(switches, options),
  reset: (provider) => provider.reset(),
  operator: (provider, options) => provider.operator.send(options.customerId, options),
  store: (provider, { customerId, message }) => provider.store(customerId, message),
  push: (provider, options) => provider.push(options.customerId, ...(options.arguments ?? [])),
  drop: (provider, options) => dropConnections(provider, options),
  token: (provider, { username = '', ...options }) => {
    const { id } = provider.customerFor(username);
    return { customerId: id, token: provider.tokenFor(username, options) };
  },
};

/** The control API: switches, ledger and actions for tests that run in another process. */
export function controlRoutes(provider: () => Provider): Router {
  const router = Router();
  router.get('/switches', (_request, response) => response.json(provider().switches));
  router.get('/ledger', (_request, response) => response.json(provider().ledger.entries));
  router.get('/conversation/:customerId', (request, response) =>
    response.json(provider().conversation(Number(request.params.customerId))),
  );
  router.post('/down', (request, response) => {
    const { forMs = 0 } = request.body as ActionOptions;
    // Going down destroys this socket too, so the response is sent first.
    response.on('finish', () => provider().goDownFor(forMs)).json({});
  });
  router.post('/:action', runAction(provider));
  return router;
}

function runAction(provider: () => Provider): RequestHandler {
  return (request, response) => {
    const name = String(request.params.action);
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw invalid('action', `There is no action '${name}'.`);
    response.json(action(provider(), request.body as ActionOptions) ?? {});
  };
}

function dropConnections({ hub }: Provider, options: ActionOptions): void {
  const { customerId, how = 'terminate', text, code, error, allowReconnect } = options;
  for (const connection of hub.connections(customerId)) {
    if (how === 'raw') connection.send(text ?? '');
    else if (how === 'silence') connection.silence();
    else if (how === 'closeSocket') connection.closeSocket(code);
    else if (how === 'terminate') connection.terminate();
    else connection.close({ ...(error && { error }), ...(allowReconnect && { allowReconnect }) });
  }
}
