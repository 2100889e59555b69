import type { RequestHandler } from 'express';
import { HttpError } from './rest/httpError';

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Rejects requests from other machines. The Origin check rejects other sites open in the same
 * browser, the Host check rejects DNS rebinding.
 */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { host = '', origin } = request.headers;
  const isLocal = LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '');
  const isSameOrigin = origin === undefined || origin === `http://${host}`;
  if (!isLocal || !LOOPBACK_HOST.test(host) || !isSameOrigin) throw new HttpError(403);
  next();
};
