import { Router, type RequestHandler } from 'express';
import { identify, requireCustomer, requireSame } from './authorize';
import { invalid, readJson } from './body';
import type { Context } from './context';

import { requiredText } from './fields';
import { toWire } from './message';
import { Refusal } from './problem';
import { readDraft } from './draft';
import { issueToken } from './tokens';
import { readUpload } from './upload';

const PHONE = /^\+994\d{9}$/;

/** The four calls below the API's path. */
export function restRoutes(context: Context): Router {
  const router = Router();
  route(router, 'post', '/login', login(context));
  route(router, 'get', '/messages/:userId', messages(context));
  route(router, 'post', '/send', send(context));
  route(router, 'post', '/upload', upload(context));
  return router;
}

function route(router: Router, method: 'get' | 'post', path: string, handle: RequestHandler): void {
  router[method](path, handle);
  router.all(path, () => {
    throw new Refusal(405, undefined, { Allow: method.toUpperCase() });
  });
}

function login({ conversations }: Context): RequestHandler {
  return async (request, response) => {
    const fields = await readJson(request);
    const username = requiredText(fields, 'username');
    requiredText(fields, 'password');
    if (!PHONE.test(username)) throw invalid('username', 'The phone number is not valid.');
    response.json({ newtoken: issueToken(conversations.customerFor(username)) });
  };
}

function messages({ conversations, switches }: Context): RequestHandler {
  return (request, response) => {
    const customerId = requireCustomer(identify(request));
    const userId = String(request.params.userId);
    if (String(Number(userId) | 0) !== userId)
      throw invalid('userId', `The value '${userId}' is not valid.`);
    requireSame(customerId, Number(userId));
    const all = conversations.of(customerId);
    response.json(all.map((message) => toWire(message, switches.timeFormat)));
  };
}

function send({ conversations, switches, hub }: Context): RequestHandler {
  return async (request, response) => {
    const customerId = requireCustomer(identify(request));
    const draft = readDraft(await readJson(request), customerId, switches.restamp);
    const stored = conversations.store(customerId, draft);
    if (switches.broadcastOnSend) hub.receiveMessage(customerId, stored);
    response.type('text/plain').send('OK');
  };
}

function upload({ pictures }: Context): RequestHandler {
  return async (request, response) => {
    requireCustomer(identify(request));
    const imageUrl = pictures.add(await readUpload(request));
    if (!imageUrl) throw new Refusal(415);
    response.json({ imageUrl });
  };
}
