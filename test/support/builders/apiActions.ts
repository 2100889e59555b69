import type { Message } from '../../../src/conversation/message';

/** Creates an action as RTK Query dispatches it when a request begins or ends. */
const requestAction = (
  kind: 'executeQuery' | 'executeMutation',
  status: 'pending' | 'fulfilled' | 'rejected',
  arg: { endpointName: string; originalArgs: unknown },
  requestId: string,
  payload?: unknown,
) => ({ type: `api/${kind}/${status}`, payload, meta: { requestId, requestStatus: status, arg } });

const USER = 7;
const historyArg = (request: number) => ({
  endpointName: 'history',
  originalArgs: { userId: USER, requestKey: String(request) },
});

/** @param request number of the request, from which its key and id are made */
export const historyRequested = (request: number) =>
  requestAction('executeQuery', 'pending', historyArg(request), `history ${request}`);
export const historyFulfilled = (request: number, messages: Message[]) =>
  requestAction('executeQuery', 'fulfilled', historyArg(request), `history ${request}`, messages);
export const historyRejected = (request: number) =>
  requestAction('executeQuery', 'rejected', historyArg(request), `history ${request}`);
export const sendPending = (message: Message) =>
  requestAction(
    'executeMutation',
    'pending',
    { endpointName: 'send', originalArgs: message },
    'post',
  );
