import type { ApiError } from '../../../src/api/baseQuery';
import type { Entry } from '../../../src/messages/merge/entry';
import type { Message } from '../../../src/contract/message';
import { messagesReceived } from '../../../src/hub/hubActions';

const base: Message = {
  fromUserId: 1,
  toUserId: 7,
  text: 'Salam',
  imageUrl: null,
  timestamp: '2026-03-05T10:00:00.000Z',
};

/** A message from the operator to user 7. */
export const incoming = (changes: Partial<Message> = {}): Message => ({ ...base, ...changes });

/** A message from user 7 to the operator. */
export const own = (changes: Partial<Message> = {}): Message => ({
  ...base,
  fromUserId: 7,
  toUserId: 1,
  ...changes,
});

/** An entry of the list, by default from the history. */
export const entry = (
  key: number,
  message = incoming(),
  status: Entry['status'] = 'history',
): Entry => ({ key, message, status });

/** Resolves with a response to a `fetch`: by default, a 200 with an empty body. */
export const respond = ({ status = 200, body = '', redirected = false, date = '', type = '' }) =>
  Promise.resolve({
    status,
    ok: status >= 200 && status < 300,
    redirected,
    headers: new Headers({ Date: date, 'Content-Type': type }),
    body: null,
    text: () => Promise.resolve(body),
  } as Response);

export type StubResponse = Parameters<typeof respond>[0];

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token without a valid signature. @param claims a value, or its JSON as text */
export function jwt(claims: unknown): string {
  const payload =
    typeof claims === 'string' ? Buffer.from(claims).toString('base64url') : encode(claims);
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.c2lnbmF0dXJl`;
}

/** Returns a token of this user. @param exp seconds since 1970 */
export function tokenOf(userId: number, exp?: number): string {
  return jwt({ nameid: String(userId), unique_name: '+994501234567', exp });
}

/** The action with which the hub delivers messages to user 7. */
export const receivedByUser7 = (...messages: Message[]) =>
  messagesReceived({ userId: 7, messages });

type Status = 'pending' | 'fulfilled' | 'rejected';

/** Creates an action as RTK Query dispatches it when a request begins or ends. */
const requestAction = (
  status: Status,
  endpointName: string,
  originalArgs: unknown,
  requestId: string,
  payload?: unknown,
) => {
  const type = endpointName === 'history' ? 'query' : 'mutation';
  const thunk = type === 'query' ? 'executeQuery' : 'executeMutation';
  return {
    type: `api/${thunk}/${status}`,
    payload,
    meta: { requestId, requestStatus: status, arg: { endpointName, originalArgs, type } },
  };
};

const HISTORY = { userId: 7, reason: 'opened', requestedAt: 0 };
const historyAction = (status: Status, request: number, payload?: Message[] | ApiError) =>
  requestAction(status, 'history', HISTORY, `history ${request}`, payload);

/** @param request number of the request, from which its id is made */
export const historyRequested = (request: number) => historyAction('pending', request);
export const historyFulfilled = (request: number, messages: Message[]) =>
  historyAction('fulfilled', request, messages);
export const historyRejected = (request: number) =>
  historyAction('rejected', request, { status: 503 });
export const sendPending = (message: Message) => requestAction('pending', 'send', message, 'post');
/** The provider has accepted the POST of this message. */
export const sendAccepted = (message: Message) =>
  requestAction('fulfilled', 'send', message, 'post', null);
/** The POST of this message got a response with this status. */
export const sendRejected = (message: Message, status: number) =>
  requestAction('rejected', 'send', message, 'post', { status });
