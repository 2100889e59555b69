import type { RequestHandler } from 'express';
import { Refusal } from './problem';

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Lets in only who sits at this machine. A page of another origin open in the same browser is
 * kept out by its Origin, and one that was rebound to this address by its Host.
 */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { host = '', origin } = request.headers;
  const isLocal = LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '');
  const isOwnPage = origin === undefined || origin === `http://${host}`;
  if (!isLocal || !LOOPBACK_HOST.test(host) || !isOwnPage) throw new Refusal(403);
  next();
};
