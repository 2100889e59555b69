import type { Message } from '../../src/common/message';

/** The actions of RTK Query as they come when a call of the provider begins and ends. */
const call = (
  kind: 'executeQuery' | 'executeMutation',
  status: 'pending' | 'fulfilled' | 'rejected',
  arg: { endpointName: string; originalArgs: unknown },
  requestId: string,
  payload?: unknown,
) => ({ type: `api/${kind}/${status}`, payload, meta: { requestId, requestStatus: status, arg } });

const USER = 7;
const historyArg = (request: number) => ({
  endpointName: 'history',
  originalArgs: { userId: USER, request },
});

export const historyAsked = (request: number) =>
  call('executeQuery', 'pending', historyArg(request), `history ${request}`);
export const historyAnswered = (request: number, messages: Message[]) =>
  call('executeQuery', 'fulfilled', historyArg(request), `history ${request}`, messages);
export const historyFailed = (request: number) =>
  call('executeQuery', 'rejected', historyArg(request), `history ${request}`);
export const postBegan = (message: Message) =>
  call('executeMutation', 'pending', { endpointName: 'send', originalArgs: message }, 'post');
