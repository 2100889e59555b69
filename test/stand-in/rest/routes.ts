import { Router, type RequestHandler } from 'express';
import type { Context } from '../context';
import { nextLag } from '../control/switches';
import { toWire } from '../state/message';
import { utcNow } from '../state/time';
import { identify, requireCustomer, requireSame } from './authorize';
import { HttpError, invalid } from './httpError';
import { parseMessage } from './parseMessage';
import { REWRITES } from './rewrites';
import { issueToken } from './tokens';
import { readUpload } from './upload';

const PHONE = /^\+994\d{9}$/;

/** The routes of the four REST calls. */
export function restRoutes(context: Context): Router {
  return Router()
    .post('/login', login(context))
    .get('/messages/:userId', messages(context))
    .post('/send', send(context))
    .post('/upload', upload(context));
}

function login({ conversations }: Context): RequestHandler {
  return (request, response) => {
    const { username, password } = request.body as Record<string, unknown>;
    if (typeof username !== 'string' || !PHONE.test(username)) {
      throw invalid('username', 'The phone number is not valid.');
    }
    if (typeof password !== 'string') throw invalid('password', 'The password is required.');
    response.json({ newtoken: issueToken(conversations.customerFor(username)) });
  };
}

function messages({ conversations, switches }: Context): RequestHandler {
  return (request, response) => {
    const customerId = requireCustomer(identify(request));
    requireSame(customerId, Number(request.params.userId));
    const all = conversations.of(customerId, nextLag(switches));
    response.json(all.map((message) => toWire(message, switches.timeFormat)));
  };
}

function send({ conversations, switches, hub }: Context): RequestHandler {
  return (request, response) => {
    const customerId = requireCustomer(identify(request));
    const message = parseMessage(request.body, customerId);
    message.text &&= REWRITES[switches.rewrite](message.text);
    if (switches.restamp) message.timestamp = utcNow();
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
    response.json({ imageUrl });
  };
}
