import cors from 'cors';
import express, { type RequestHandler, type ErrorRequestHandler, type Express } from 'express';
import type { Context } from './context';
import { injectFaults } from './control/callFaults';
import { recordRequests } from './control/ledger';
import { hubRoutes } from './hub/transports';
import { API_PATH, HUB_PATH, IMAGE_FOLDER } from './rest/calls';
import { HttpError, restRoutes } from './rest/routes';
import type { Images } from './state/images';

/** The page's origin is any port of this machine. */
const LOOPBACK_ORIGIN = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

/** Serves uploaded images, with headers that forbid a browser to run them as a page or script. */
function serveImage(images: Images): RequestHandler<{ name: string }> {
  return (request, response) => {
    const image = images.get(request.params.name);
    if (!image) throw new HttpError(404);
    response.set({
      'Content-Type': image.type,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    response.end(image.bytes);
  };
}

/** Creates the Express app: the REST API, images and the hub. */
export function makeApp(
  context: Context,
  before: RequestHandler = (_request, _response, next) => next(),
): Express {
  const app = express().disable('etag').disable('x-powered-by');
  app.use(recordRequests(context.ledger));
  app.options(/./, injectFaults(context.switches));
  // CORS headers come before faults, so that a browser can read the status of a failed call.
  app.use(cors({ origin: LOOPBACK_ORIGIN, credentials: true, exposedHeaders: 'Date' }));
  app.use(injectFaults(context.switches));
  // Kestrel's default limit, in bytes.
  app.use(API_PATH, express.json({ limit: 30_000_000 }));
  app.use(before);
  app.use(API_PATH, restRoutes(context));
  app.get(`/${IMAGE_FOLDER}/:name`, serveImage(context.images));
  app.use(HUB_PATH, hubRoutes(context));
  app.use(() => {
    throw new HttpError(404);
  });
  app.use(sendError);
  return app;
}

/** Sends problem details, as ASP.NET Core does, for an `HttpError` or an error of Express. */
const sendError: ErrorRequestHandler = (error: Partial<HttpError>, _request, response, next) => {
  const { status = 500, message } = error;
  if (response.headersSent) next(error);
  else response.status(status).type('application/problem+json').json({ status, title: message });
};
