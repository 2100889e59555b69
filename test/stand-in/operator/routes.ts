import express, { Router } from 'express';
import { join } from 'node:path';
import type { Context } from '../context';
import { HttpError, readForm } from '../rest/routes';
import type { Operator } from './operator';

/** Serves the operator page, the events with all conversations, and the page's call. */
export function operatorRoutes({ conversations, images }: Context, operator: Operator): Router {
  const router = Router();
  router.use(express.static(join(__dirname, 'page')));

  router.get('/events', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const send = (): void => {
      const all = conversations
        .customers()
        .map((customer) => ({ ...customer, messages: conversations.of(customer.id) }));
      response.write(`data: ${JSON.stringify(all)}\n\n`);
    };
    send();
    conversations.events.on('customer', send).on('stored', send);
    response.on('close', () => {
      conversations.events.off('customer', send).off('stored', send);
    });
  });

  router.post('/send', async (request, response) => {
    const form = await readForm(request);
    const customerId = Number(form.get('customerId'));
    const text = form.get('text') as string;
    const file = form.get('file');
    // The form has an empty file if the operator selected none.
    const bytes = file instanceof File && file.size > 0 ? await file.arrayBuffer() : undefined;
    const imageUrl = (bytes && images.add(Buffer.from(bytes))) ?? null;
    if (!customerId || !(text || imageUrl))
      throw new HttpError(400, 'The message needs a text or an image.');
    operator.takeOver(customerId);
    response.json(operator.send(customerId, { text: text || null, imageUrl }));
  });
  return router;
}
