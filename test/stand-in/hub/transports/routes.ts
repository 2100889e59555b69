import express, { Router } from 'express';
import type { Context } from '../../context';
import { acceptPoll } from './acceptPoll';
import { authorizeHub } from './authorizeHub';
import { negotiate } from './negotiate';
import { openEventStream } from './serverSentEvents';

/** The hub's HTTP endpoints: negotiate, server-sent events, polls, POST and DELETE. */
export function hubRoutes({ hub, switches }: Context): Router {
  const router = Router();
  const { slots } = hub;

  router.post('/negotiate', (request, response) => {
    const { customerId } = authorizeHub(request);
    response.json(negotiate(slots, switches, customerId));
  });

  router.get('/', (request, response) => {
    const { query } = authorizeHub(request);
    const slot = slots.find(query.get('id'));
    if (!request.headers.accept?.includes('text/event-stream')) {
      acceptPoll(hub, slot, response);
      return;
    }
    const connection = hub.connect(slot, openEventStream(response));
    response.on('close', () => connection.onTransportClosed());
  });

  router.post('/', express.text({ type: '*/*', limit: '1mb' }), (request, response) => {
    const { query } = authorizeHub(request);
    slots.find(query.get('id')).connection?.receive(request.body as string);
    response.end();
  });

  router.delete('/', (request, response) => {
    const { query } = authorizeHub(request);
    const slot = slots.find(query.get('id'));
    slot.connection?.onDeleted();
    slots.release(slot);
    response.status(202).end();
  });
  return router;
}
