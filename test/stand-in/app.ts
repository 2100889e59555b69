import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Context } from './context';
import { injectFaults } from './control/callFaults';
import { controlRoutes } from './control/control';
import { recordRequests } from './control/recorder';
import { hubRoutes } from './hub/transports/routes';
import { loopbackOnly } from './loopbackOnly';
import type { Operator } from './operator/operator';
import { operatorRoutes } from './operator/routes';
import type { Provider } from './provider';
import { API_PATH, HUB_PATH, IMAGE_FOLDER } from './rest/calls';
import { crossOrigin } from './rest/cors';
import { HttpError } from './rest/httpError';
import { restRoutes } from './rest/routes';
import { serveImage } from './rest/serveImage';

/** Maximum size of a JSON body, in bytes; Kestrel's default. */
const JSON_LIMIT = 30_000_000;

/** Creates the Express app: operator page, control API, then the REST API, images and the hub. */
export function makeApp(context: Context, operator: Operator, provider: () => Provider): Express {
  const app = express().disable('etag').disable('x-powered-by');
  const parseJson = express.json({ limit: JSON_LIMIT });
  // Before the ledger: only the provider's own calls are recorded and made to fail.
  app.use('/operator', loopbackOnly, parseJson, operatorRoutes(context, operator));
  app.get('/', loopbackOnly, (_request, response) => response.redirect('/operator'));
  app.use('/control', loopbackOnly, parseJson, controlRoutes(provider));
  app.use(recordRequests(context.ledger));
  // CORS headers come before faults, so that a browser can read the status of a failed call.
  app.use(crossOrigin(context.switches));
  app.use(injectFaults(context.switches, context.timers));
  app.use(API_PATH, parseJson, restRoutes(context));
  app.get(`/${IMAGE_FOLDER}/:name`, serveImage(context.images));
  app.use(HUB_PATH, hubRoutes(context));
  app.use(() => {
    throw new HttpError(404);
  });
  app.use(sendError);
  return app;
}

/** Sends the status of an `HttpError`, or of an error of Express such as malformed JSON. */
const sendError: ErrorRequestHandler = (error: Partial<HttpError>, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const { status = 500, errors } = error;
  response.status(status).type('application/problem+json');
  response.json({ title: STATUS_CODES[status], status, errors });
};
