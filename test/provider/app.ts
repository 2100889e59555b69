import express, { type ErrorRequestHandler, type Express } from 'express';
import { controlRoutes } from './control';
import { API_PATH, HUB_PATH, IMAGE_FOLDER } from './calls';
import type { Context } from './context';
import { crossOrigin } from './crossOrigin';
import { injectFaults } from './faults';
import { hubRoutes } from './hub/routes';
import { serveImage } from './images';
import { loopbackOnly } from './loopback';
import type { Operator } from './operator/operator';
import { operatorRoutes } from './operator/routes';
import { problemOf, Refusal } from './problem';
import type { Provider } from './provider';
import { recordRequests } from './recorder';
import { restRoutes } from './rest';

/** The provider's HTTP side: every request passes ledger, cross-origin headers and faults. */
export function makeApp(context: Context, operator: Operator, provider: () => Provider): Express {
  const app = express().disable('etag').disable('x-powered-by');
  app.use('/operator', loopbackOnly, operatorRoutes(context, operator));
  app.use('/control', loopbackOnly, controlRoutes(provider));
  app.use(recordRequests(context.ledger));
  app.use(crossOrigin(context.switches));
  app.use(injectFaults(context.switches, context.timers));
  app.use(API_PATH, restRoutes(context));
  app.get(`/${IMAGE_FOLDER}/:name`, serveImage(context.pictures));
  app.use(HUB_PATH, hubRoutes(context));
  app.use(() => {
    throw new Refusal(404);
  });
  app.use(answerRefusal);
  return app;
}

const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  // A path that cannot be decoded is a path that is not there; anything else unforeseen is ours.
  const status = error instanceof URIError ? 404 : 500;
  const refusal = error instanceof Refusal ? error : new Refusal(status);
  if (response.headersSent) {
    next(error);
    return;
  }
  response.status(refusal.status).set(refusal.headers).type('application/problem+json');
  response.send(JSON.stringify(problemOf(refusal)));
};
