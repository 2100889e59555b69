import express, { Router } from 'express';
import { join } from 'node:path';
import type { Context } from '../context';
import { HttpError, invalid, readUpload } from '../rest/routes';
import type { ChatMessage, MessageContent } from '../state/conversations';
import type { Operator } from './operator';

/** A customer as the operator page shows them. */
interface CustomerView {
  readonly id: number;
  readonly username: string;
  readonly isOnline: boolean;
  readonly isManual: boolean;
  readonly messages: readonly ChatMessage[];
}

/** An event of the operator page's event stream. */
type PageEvent =
  | { kind: 'customer'; customer: CustomerView }
  | { kind: 'message'; customerId: number; message: ChatMessage; isLiveOnly: boolean }
  | { kind: 'typing'; customerId: number };

/**
 * Sends the current customers to the operator page, then every change.
 * @returns a function that unsubscribes
 */
function subscribePage(
  { conversations, hub }: Context,
  operator: Operator,
  send: (event: PageEvent) => void,
): () => void {
  const sendCustomer = (id: number): void => {
    const customer = conversations.customers().find((one) => one.id === id);
    if (!customer) return;
    const isOnline = hub.connections(id).length > 0;
    const isManual = operator.isManual(id);
    const messages = conversations.of(id);
    send({ kind: 'customer', customer: { ...customer, isOnline, isManual, messages } });
  };
  const onMessage = (customerId: number, message: ChatMessage): void =>
    send({ kind: 'message', customerId, message, isLiveOnly: false });
  const onLiveMessage = (customerId: number, message: ChatMessage): void => {
    // The client posts a message before it invokes SendMessage, so the page usually shows it.
    const isStored = conversations.of(customerId).some((stored) => hasSameContent(stored, message));
    if (!isStored) send({ kind: 'message', customerId, message, isLiveOnly: true });
  };
  const onTyping = (customerId: number): void => send({ kind: 'typing', customerId });
  const onCustomer = ({ id }: { id: number }): void => sendCustomer(id);

  conversations.customers().forEach(onCustomer);
  conversations.events.on('customer', onCustomer).on('stored', onMessage);
  hub.events.on('presence', sendCustomer).on('message', onLiveMessage).on('typing', onTyping);
  operator.events.on('mode', sendCustomer);
  return () => {
    conversations.events.off('customer', onCustomer).off('stored', onMessage);
    hub.events.off('presence', sendCustomer).off('message', onLiveMessage).off('typing', onTyping);
    operator.events.off('mode', sendCustomer);
  };
}

const hasSameContent = (a: ChatMessage, b: ChatMessage): boolean =>
  a.fromUserId === b.fromUserId && a.text === b.text && a.imageUrl === b.imageUrl;

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
