import type { Request, RequestHandler, Response } from 'express';
import { callOf } from './calls';
import { takeFault, type Fault, type Switches } from './switches';
import type { Timers } from './timers';

/** Lets the fault that is switched on for a call strike, before or after the call is handled. */
export function injectFaults(switches: Switches, timers: Timers): RequestHandler {
  return (request: Request, response: Response, next) => {
    const fault = takeFault(switches.calls, callOf(request.method, request.path));
    if (!fault) return next();
    const isHandled = fault.when === 'after' || (needsAnswer(fault) && !isGiven(fault));
    if (!isHandled) {
      const proceed = isGiven(fault) ? () => answer(response, fault) : next;
      timers.after(fault.delay ?? 0, () => strike(response, fault, proceed));
      return;
    }
    intercept(response, (release) => {
      const proceed = isGiven(fault) ? () => answer(response, fault) : release;
      timers.after(fault.delay ?? 0, () => strike(response, fault, proceed));
    });
    next();
  };
}

const isGiven = (fault: Fault): boolean => fault.status !== undefined || fault.body !== undefined;
const needsAnswer = (fault: Fault): boolean => fault.end === 'cut' || fault.end === 'stall';

function strike(response: Response, fault: Fault, proceed: () => void): void {
  if (fault.end === 'hang') return;
  if (fault.end === 'drop') return void response.socket?.destroy();
  if (needsAnswer(fault)) {
    intercept(response, (_release, body) => sendHalf(response, body, fault.end === 'cut'));
  }
  proceed();
}

function answer(response: Response, fault: Fault): void {
  // The handler may have set headers for a body that is not sent now.
  for (const name of ['Content-Length', 'ETag']) response.removeHeader(name);
  response.status(fault.status ?? 200).type(fault.contentType ?? 'text/plain');
  response.set(fault.headers ?? {}).send(fault.body ?? '');
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
