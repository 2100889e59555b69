import type { Request, RequestHandler, Response } from 'express';
import { callOf } from './calls';
import { takeFault, type Fault, type Switches } from './switches';
import type { Timers } from './timers';

/** Lets the fault that is switched on for a call strike, before or after the call is handled. */
export function injectFaults(switches: Switches, timers: Timers): RequestHandler {
  return (request: Request, response: Response, next) => {
    const fault = takeFault(switches.calls, callOf(request.method, request.path));
    if (!fault) {
      next();
      return;
    }
    const strikeLater = (proceed: () => void, body: Buffer = Buffer.alloc(0)): void =>
      void timers.after(fault.delay ?? 0, () => strike(response, fault, proceed, body));
    const isForHalf = fault.end === 'cut' || fault.end === 'stall';
    if (fault.when !== 'after' && (isGiven(fault) || !isForHalf)) {
      strikeLater(next);
      return;
    }
    intercept(response, strikeLater);
    next();
  };
}

const isGiven = (fault: Fault): boolean => fault.status !== undefined || fault.body !== undefined;

function strike(response: Response, fault: Fault, proceed: () => void, real: Buffer): void {
  if (fault.end === 'hang') return;
  if (fault.end === 'drop') return void response.socket?.destroy();
  const body = isGiven(fault) ? replace(response, fault) : real;
  if (fault.end === 'endless') repeat(response, body);
  else if (fault.end) sendHalf(response, body, fault.end === 'cut');
  else if (isGiven(fault)) response.end(body);
  else proceed();
}

/** Puts the fault's answer in the place of the real one, up to the body. */
function replace(response: Response, fault: Fault): Buffer {
  const body = Buffer.from(fault.body ?? '');
  response.status(fault.status ?? 200).set('Content-Length', String(body.length));
  response.type(fault.contentType ?? 'text/plain').set(fault.headers ?? {});
  return body;
}

/** Says the same again as long as somebody listens. */
function repeat(response: Response, body: Buffer): void {
  response.removeHeader('Content-Length');
  const write = () => !response.destroyed && response.write(body, write);
  write();
}

function sendHalf(response: Response, body: Buffer, isCut: boolean): void {
  response.setHeader('Content-Length', Math.max(body.length, 1));
  response.flushHeaders();
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (isCut) response.socket?.destroy();
  });
}

/** Holds an answer back at its end; every answer here ends with its whole body in one piece. */
function intercept(response: Response, hold: (release: () => void, body: Buffer) => void): void {
  const end = response.end.bind(response) as (body: Buffer) => Response;
  response.end = ((chunk?: unknown) => {
    response.end = end as Response['end'];
    const body = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(typeof chunk === 'string' ? chunk : '');
    hold(() => end(body), body);
    return response;
  }) as Response['end'];
}
