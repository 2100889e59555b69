import type { Request, RequestHandler, Response } from 'express';
import { callOf } from '../rest/calls';
import type { Timers } from '../timers';
import { nextFault, type Fault, type Switches } from './switches';

/** Injects the fault that is set for a call, before or after its handler runs. */
export function injectFaults(switches: Switches, timers: Timers): RequestHandler {
  return (request: Request, response: Response, next) => {
    const fault = nextFault(switches.calls, callOf(request));
    if (!fault) {
      next();
      return;
    }
    const injectLater = (proceed: () => void, body: Buffer = Buffer.alloc(0)): void =>
      void timers.after(fault.delay ?? 0, () => inject(response, fault, proceed, body));
    const needsRealBody = fault.end === 'cut' || fault.end === 'stall';
    if (fault.when !== 'after' && (replacesResponse(fault) || !needsRealBody)) {
      injectLater(next);
      return;
    }
    interceptEnd(response, injectLater);
    next();
  };
}

const replacesResponse = (fault: Fault): boolean =>
  fault.status !== undefined || fault.body !== undefined;

function inject(response: Response, fault: Fault, proceed: () => void, realBody: Buffer): void {
  if (fault.end === 'hang') return;
  if (fault.end === 'drop') return void response.socket?.destroy();
  const body = replacesResponse(fault) ? setHead(response, fault) : realBody;
  if (fault.end) sendHalf(response, body, fault.end === 'cut');
  else if (replacesResponse(fault)) response.end(body);
  else proceed();
}

/** Sets the fault's status and content type. @returns the fault's body */
function setHead(response: Response, fault: Fault): Buffer {
  const body = Buffer.from(fault.body ?? '');
  response.status(fault.status ?? 200).set('Content-Length', String(body.length));
  response.type(fault.contentType ?? 'text/plain');
  return body;
}

function sendHalf(response: Response, body: Buffer, isCut: boolean): void {
  response.setHeader('Content-Length', Math.max(body.length, 1));
  response.flushHeaders();
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (isCut) response.socket?.destroy();
  });
}

/**
 * Passes the response's body to `onEnd` instead of sending it. Every handler of the stand-in sends
 * its whole body with `end`, so `write` need not be intercepted.
 */
function interceptEnd(
  response: Response,
  onEnd: (release: () => void, body: Buffer) => void,
): void {
  const end = response.end.bind(response) as (body: Buffer) => Response;
  response.end = ((chunk?: unknown) => {
    response.end = end as Response['end'];
    const body = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(typeof chunk === 'string' ? chunk : '');
    onEnd(() => end(body), body);
    return response;
  }) as Response['end'];
}
