import { Router, type RequestHandler, type Response } from 'express';
import type { Context } from '../context';
import { toJson } from '../json/toJson';
import { toWire } from '../state/message';
import { identify, requireCustomer, requireSame } from './authorize';
import { invalid, readJson } from './body';
import { requiredText } from './fields';
import { HttpError } from './httpError';
import { parseMessage } from './parseMessage';
import { issueToken } from './tokens';
import { readUpload } from './upload';

const PHONE = /^\+994\d{9}$/;

/** The routes of the four REST calls. */
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
    throw new HttpError(405, undefined, { Allow: method.toUpperCase() });
  });
}

function sendJson(response: Response, value: unknown): void {
  response.type('json').send(toJson(value));
}

function login({ conversations }: Context): RequestHandler {
  return async (request, response) => {
    const fields = await readJson(request);
    const username = requiredText(fields, 'username');
    requiredText(fields, 'password');
    if (!PHONE.test(username)) throw invalid('username', 'The phone number is not valid.');
    sendJson(response, { newtoken: issueToken(conversations.customerFor(username)) });
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
    sendJson(
      response,
      all.map((message) => toWire(message, switches.timeFormat)),
    );
  };
}

function send({ conversations, switches, hub }: Context): RequestHandler {
  return async (request, response) => {
    const customerId = requireCustomer(identify(request));
    const message = parseMessage(await readJson(request), customerId, {
      restamp: switches.restamp,
      allowQuotedIntegers: true,
    });
    const stored = conversations.store(customerId, message);
    if (switches.broadcastOnSend) hub.receiveMessage(customerId, stored);
    response.type('text/plain').send('OK');
  };
}

function upload({ images }: Context): RequestHandler {
  return async (request, response) => {
    requireCustomer(identify(request));
    const imageUrl = images.add(await readUpload(request));
    if (!imageUrl) throw new HttpError(415);
    sendJson(response, { imageUrl });
  };
}
