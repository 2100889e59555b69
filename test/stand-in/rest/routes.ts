import { Router } from 'express';
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../context';
import {
  OPERATOR_ID,
  utcNow,
  type ChatMessage,
  type Conversations,
  type Customer,
} from '../state/conversations';
import type { Images } from '../state/images';
import { IMAGE_FOLDER } from './calls';
import { verifyToken, issueToken } from './tokens';

/** Thrown by a handler to send an error response. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message = `HTTP ${status}`,
  ) {
    super(message);
  }
}

/** Where a request's token was sent, and the customer it belongs to. */
export interface Identity {
  token: 'none' | 'header' | 'query';
  customer: Customer | undefined;
}

/**
 * Verifies a request's token. A token in the query comes before one in the header.
 * @param query only for the hub, because browsers cannot set headers on its transports
 */
export function identify(
  request: Pick<IncomingMessage, 'headers'>,
  query?: URLSearchParams,
): Identity {
  const inQuery = query?.get('access_token');
  if (inQuery) return { token: 'query', customer: verifyToken(inQuery) };
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (header !== undefined) return { token: 'header', customer: verifyToken(header) };
  return { token: 'none', customer: undefined };
}

/**
 * Returns the id of the customer to whom the token belongs. Adds the customer if the stand-in was
 * restarted since the login.
 * @throws HttpError 401 without a valid token
 */
export function requireCustomer(conversations: Conversations, { customer }: Identity): number {
  if (!customer) throw new HttpError(401);
  return conversations.add(customer).id;
}

/** @throws HttpError 403 if the claimed id is another one */
export function requireSame(customerId: number, claimed: unknown): void {
  if (claimed !== customerId) throw new HttpError(403);
}

/**
 * Returns a message as stored. A customer may write to the operator only, the operator to everybody.
 * @throws HttpError 403 if the sender may not write it, 400 without a usable content
 */
export function acceptMessage(value: unknown, senderId: number, images: Images): ChatMessage {
  const { fromUserId, toUserId, text, imageUrl, timestamp } = value as ChatMessage;
  requireSame(senderId, fromUserId);
  if (senderId !== OPERATOR_ID) requireSame(OPERATOR_ID, toUserId);
  if (imageUrl && !images.get(imageUrl.slice(IMAGE_FOLDER.length + 1)))
    throw new HttpError(400, 'The image was not uploaded.');
  if (!text && !imageUrl) throw new HttpError(400, 'A message needs a text or an image.');
  // Like .NET, accepts no lone surrogates.
  if (text?.isWellFormed() === false) throw new HttpError(400, 'The text is not valid Unicode.');
  // Like .NET, stores UTC without the zone.
  return { fromUserId, toUserId, text, imageUrl, timestamp: timestamp.replace('Z', '') };
}

/** Changes that a server makes to a text before it stores the text. */
const REWRITES = {
  none: (text: string) => text,
  trim: (text: string) => text.trim(),
  encode: (text: string) => text.replaceAll('&', '&amp;'),
} as const;

export type Rewrite = keyof typeof REWRITES;

/** Maximum size of an upload in bytes, multipart encoding included. */
const UPLOAD_LIMIT = 20 * 1024 * 1024;

/** Reads a multipart form. */
async function readForm(request: IncomingMessage): Promise<FormData> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  // Like ASP.NET Core, responds before the body has arrived.
  if (Number(length) > UPLOAD_LIMIT) throw new HttpError(400, 'The request body is too large.');
  const body = new Uint8Array(await buffer(request));
  return new Response(body, { headers: { 'Content-Type': type } }).formData();
}

const PHONE = /^\+994\d{9}$/;

/** The routes of the REST calls. */
export function restRoutes({ conversations, switches, hub, images }: Context): Router {
  const customerIdOf = (request: IncomingMessage) =>
    requireCustomer(conversations, identify(request));
  const router = Router();

  router.post('/login', (request, response) => {
    const { username } = request.body as { username: string };
    if (!PHONE.test(username)) throw new HttpError(400, 'The phone number is not valid.');
    response.json({ newtoken: issueToken(conversations.customerFor(username)) });
  });

  router.get('/messages/:userId', (request, response) => {
    const customerId = customerIdOf(request);
    requireSame(customerId, Number(request.params.userId));
    const { signsImages, roundsTimes } = switches;
    const signature = signsImages ? `?signature=${randomUUID()}` : '';
    const history = conversations.of(customerId).map(({ imageUrl, timestamp, ...message }) => ({
      ...message,
      imageUrl: imageUrl && imageUrl + signature,
      timestamp: roundsTimes ? timestamp.slice(0, 19) : timestamp,
    }));
    response.json(history);
  });

  router.post('/send', (request, response) => {
    const senderId = customerIdOf(request);
    const message = acceptMessage(request.body, senderId, images);
    const customerId = senderId === OPERATOR_ID ? message.toUserId : senderId;
    message.text &&= REWRITES[switches.rewrite](message.text);
    if (switches.restamp) message.timestamp = utcNow();
    const stored = conversations.store(customerId, message);
    if (switches.broadcastOnSend) hub.pushMessage(customerId, stored);
    response.type('text/plain').send('OK');
  });

  router.post('/upload', async (request, response) => {
    customerIdOf(request);
    const file = (await readForm(request)).get('file');
    if (!(file instanceof File)) throw new HttpError(400, 'The file is required.');
    const imageUrl = images.add(Buffer.from(await file.arrayBuffer()));
    if (!imageUrl) throw new HttpError(415);
    response.json({ imageUrl });
  });

  return router;
}
