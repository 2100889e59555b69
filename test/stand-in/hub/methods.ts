import { isInt32, isJsonObject, isText } from '../json/parseJson';
import { HttpError } from '../rest/httpError';
import { parseMessage } from '../rest/parseMessage';
import type { ChatMessage } from '../state/message';
import type { Invocation } from './protocol/parseRecord';

/** The hub's methods, called with validated arguments. */
export interface HubMethods {
  sendMessage(customerId: number, message: ChatMessage): void;
  sendTyping(customerId: number): void;
}

/** A failed invocation, with the error text that ASP.NET Core sends to the client. */
export class InvocationError extends Error {}

/** A check for each parameter of the hub's methods. */
const PARAMETERS = {
  SendMessage: [isFields],
  SendTyping: [isInt32, isInt32],
} as const satisfies Record<string, readonly ((value: unknown) => boolean)[]>;

type MethodName = keyof typeof PARAMETERS;
const NAMES = Object.keys(PARAMETERS) as MethodName[];

/**
 * Calls the hub method named `target`, in any case, with the client's arguments.
 * @throws InvocationError for an unknown method, wrong arguments or another customer's id
 */
export function callMethod(methods: HubMethods, customerId: number, invocation: Invocation): void {
  const name = findMethod(invocation.target);
  requireArguments(name, invocation.arguments);
  requireNoStreams(name, invocation);
  const [first] = invocation.arguments;
  if (name === 'SendMessage') {
    methods.sendMessage(customerId, parse(first as object | null, customerId));
  } else {
    if (first !== customerId) throw hubException(name, 'The sender is not the caller.');
    methods.sendTyping(customerId);
  }
}

function isFields(value: unknown): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).every(isText));
}

const failureText = (target: string): string =>
  `Failed to invoke '${target}' due to an error on the server.`;
const hubException = (name: MethodName, message: string): InvocationError =>
  new InvocationError(
    `An unexpected error occurred invoking '${name}' on the server. HubException: ${message}`,
  );

function findMethod(target: string): MethodName {
  const found = NAMES.find((name) => name.toLowerCase() === target.toLowerCase());
  if (found) return found;
  throw new InvocationError(`${failureText(target)} HubException: Method does not exist.`);
}

function requireArguments(name: MethodName, args: readonly unknown[]): void {
  const checks = PARAMETERS[name];
  const fits = args.length === checks.length && checks.every((check, i) => check(args[i]));
  if (!fits) throw new InvocationError(failureText(name));
}

function requireNoStreams(name: MethodName, { isStream, streamIds }: Invocation): void {
  if (isStream) {
    throw new InvocationError(
      `The client attempted to invoke the non-streaming '${name}' method with a streaming invocation.`,
    );
  }
  const count = streamIds.length;
  if (count) throw hubException(name, `Client sent ${count} stream(s), Hub method expects 0.`);
}

function parse(message: object | null, customerId: number): ChatMessage {
  if (message === null) throw hubException('SendMessage', 'The message is missing.');
  const fields = Object.entries(message).map(([key, value]) => [key.toLowerCase(), value] as const);
  try {
    return parseMessage(Object.fromEntries(fields), customerId);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 400) throw new InvocationError(failureText('SendMessage'));
    throw hubException('SendMessage', 'The message is not the caller’s own.');
  }
}
