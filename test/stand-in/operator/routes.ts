import express, { Router } from 'express';
import { join } from 'node:path';
import type { Context } from '../context';
import { HttpError, invalid } from '../rest/httpError';
import { readUpload } from '../rest/upload';
import type { MessageContent } from '../state/message';
import type { Operator } from './operator';
import { subscribePage } from './pageEvents';

const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** Serves the operator page, its event stream and its calls. */
export function operatorRoutes(context: Context, operator: Operator): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', `${PAGE_POLICY}; img-src 'self' data:`);
    next();
  });
  router.use(express.static(join(__dirname, 'page'), { index: false, redirect: false }));
  router.get('/', (_request, response) => response.sendFile(join(__dirname, 'page/index.html')));

  router.get('/events', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    const unsubscribe = subscribePage(context, operator, (event) => {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    });
    response.on('close', unsubscribe);
  });

  router.post('/messages/:customerId', (request, response) => {
    const customerId = requireKnown(context, request.params.customerId);
    const content = request.body as MessageContent;
    if (!content.text && !content.imageUrl) {
      throw invalid('text', 'A message needs a text or an image.');
    }
    operator.setManual(customerId, true);
    response.json(operator.send(customerId, content));
  });

  router.post('/manual/:customerId', (request, response) => {
    const customerId = requireKnown(context, request.params.customerId);
    const { isManual } = request.body as { isManual: boolean };
    operator.setManual(customerId, isManual);
    response.status(204).end();
  });

  router.post('/upload', async (request, response) => {
    const imageUrl = context.images.add(await readUpload(request));
    if (!imageUrl) throw new HttpError(415);
    response.json({ imageUrl });
  });
  return router;
}

/** @throws HttpError 404 for an unknown customer id */
function requireKnown({ conversations }: Context, id: string): number {
  const customer = conversations.customers().find((one) => String(one.id) === id);
  if (!customer) throw new HttpError(404);
  return customer.id;
}
