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
import { HttpError, toProblemDetails } from './rest/httpError';
import { restRoutes } from './rest/routes';
import { serveImage } from './rest/serveImage';

/** Creates the Express app: operator page, control API, then the REST API, images and the hub. */
export function makeApp(context: Context, operator: Operator, provider: () => Provider): Express {
  const app = express().disable('etag').disable('x-powered-by');
  // Before the ledger: only the provider's own calls are recorded and made to fail.
  app.use('/operator', loopbackOnly, operatorRoutes(context, operator));
  app.get('/', loopbackOnly, (_request, response) => response.redirect('/operator'));
  app.use('/control', loopbackOnly, controlRoutes(provider));
  app.use(recordRequests(context.ledger));
  // CORS headers come before faults, so that a browser can read the status of a failed call.
  app.use(crossOrigin(context.switches));
  app.use(injectFaults(context.switches, context.timers));
  app.use(API_PATH, restRoutes(context));
  app.get(`/${IMAGE_FOLDER}/:name`, serveImage(context.images));
  app.use(HUB_PATH, hubRoutes(context));
  app.use(() => {
    throw new HttpError(404);
  });
  app.use(sendProblemDetails);
  return app;
}

const sendProblemDetails: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  // Express throws a URIError for a path that it cannot decode. ASP.NET Core responds 404.
  const status = error instanceof URIError ? 404 : 500;
  const httpError = error instanceof HttpError ? error : new HttpError(status);
  if (response.headersSent) {
    next(error);
    return;
  }
  response.status(httpError.status).set(httpError.headers).type('application/problem+json');
  response.send(JSON.stringify(toProblemDetails(httpError)));
};
