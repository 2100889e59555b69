import express, { Router } from 'express';
import { join } from 'node:path';
import { invalid, readJson } from '../body';
import type { Context } from '../context';
import { optionalText } from '../fields';
import { Refusal } from '../problem';
import { readUpload } from '../upload';
import { watchDesk } from './desk';
import type { Operator } from './operator';

const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** The operator's page and the calls that it makes. */
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
    const leave = watchDesk(context, operator, (event) => {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    });
    response.on('close', leave);
  });

  router.post('/messages/:customerId', async (request, response) => {
    const customerId = knownCustomer(context, request.params.customerId);
    const fields = await readJson(request);
    const words = {
      text: optionalText(fields, 'text'),
      imageUrl: optionalText(fields, 'imageUrl'),
    };
    if (!words.text && !words.imageUrl) throw invalid('text', 'There is nothing to say.');
    operator.take(customerId, true);
    response.json(operator.send(customerId, words));
  });

  router.post('/taken/:customerId', async (request, response) => {
    const customerId = knownCustomer(context, request.params.customerId);
    const { istaken } = await readJson(request);
    operator.take(customerId, istaken === true);
    response.status(204).end();
  });

  router.post('/upload', async (request, response) => {
    const imageUrl = context.pictures.add(await readUpload(request));
    if (!imageUrl) throw new Refusal(415);
    response.json({ imageUrl });
  });
  return router;
}

function knownCustomer({ conversations }: Context, id: string): number {
  const customer = conversations.customers().find((one) => String(one.id) === id);
  if (!customer) throw new Refusal(404);
  return customer.id;
}
