import type { RequestHandler, Response } from 'express';
import { setTimeout } from 'node:timers/promises';
import { callOf } from '../rest/calls';
import { nextFault, type Fault, type Switches } from './switches';

/** Injects the fault that is set for a call, before or after its handler runs. */
export function injectFaults(switches: Switches): RequestHandler {
  return async (request, response, next) => {
    const fault = nextFault(switches.calls, callOf(request));
    if (!fault) {
      next();
      return;
    }
    const isReplaced = fault.status !== undefined || fault.body !== undefined;
    const isHandled = fault.when === 'after' || (fault.end === 'stall' && !isReplaced);
    const realBody = isHandled ? await bodyOf(response, next) : undefined;
    // Does not keep the process alive after the provider has stopped.
    await setTimeout(fault.delay ?? 0, undefined, { ref: false });
    // ASP.NET Core also cancels the request of a client that has disconnected.
    if (fault.end === 'hang' || response.closed) return;
    if (fault.end === 'drop') return void response.socket?.destroy();
    const body = isReplaced ? setHead(response, fault) : realBody;
    if (body === undefined) next();
    else if (fault.end === 'stall') sendHalf(response, body);
    else response.end(body);
  };
}

/** Runs the call's handler. @returns the body, which the handler must send with `end` */
function bodyOf(response: Response, runHandler: () => void): Promise<Buffer> {
  const end = response.end.bind(response);
  return new Promise((resolve) => {
    response.end = ((chunk: string | Buffer = '') => {
      response.end = end;
      resolve(Buffer.from(chunk as string));
      return response;
    }) as Response['end'];
    runHandler();
  });
}

/** Sets the fault's status. @returns the fault's body */
function setHead(response: Response, fault: Fault): Buffer {
  const body = Buffer.from(fault.body ?? '');
  response.status(fault.status ?? 200).set('Content-Length', String(body.length));
  response.type('text/plain');
  return body;
}

function sendHalf(response: Response, body: Buffer): void {
  response.setHeader('Content-Length', Math.max(body.length, 1));
  response.flushHeaders();
  response.write(body.subarray(0, Math.floor(body.length / 2)));
}
