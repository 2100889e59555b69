import type { InvocationMessage } from '@microsoft/signalr';
import { requireSame } from '../rest/authorize';
import { HttpError, invalid } from '../rest/httpError';
import { parseMessage } from '../rest/parseMessage';
import type { ChatMessage } from '../state/message';

/** The hub's methods, called with validated arguments. */
export interface HubMethods {
  sendMessage(customerId: number, message: ChatMessage): void;
  sendTyping(customerId: number): void;
}

/** A failed invocation, with the error text that ASP.NET Core sends to the client. */
export class InvocationError extends Error {}

type Call = (methods: HubMethods, customerId: number, args: readonly unknown[]) => void;

const CALLS: Readonly<Record<string, Call>> = {
  SendMessage: (methods, customerId, args) => {
    if (args.length !== 1) throw invalid('arguments', 'SendMessage has one parameter.');
    methods.sendMessage(customerId, parseMessage(args[0], customerId));
  },
  SendTyping: (methods, customerId, args) => {
    if (args.length !== 2 || !args.every(Number.isInteger)) {
      throw invalid('arguments', 'SendTyping has two integers as parameters.');
    }
    requireSame(customerId, args[0]);
    methods.sendTyping(customerId);
  },
};

const failureText = (target: string): string =>
  `Failed to invoke '${target}' due to an error on the server.`;

/**
 * Calls the hub method named `target` with the client's arguments.
 * @throws InvocationError for an unknown method, wrong arguments or another customer's id
 */
export function callMethod(
  methods: HubMethods,
  customerId: number,
  { target, arguments: args }: InvocationMessage,
): void {
  const call = CALLS[target];
  if (!call)
    throw new InvocationError(`${failureText(target)} HubException: Method does not exist.`);
  try {
    call(methods, customerId, args);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 400) throw new InvocationError(failureText(target));
    const text = `An unexpected error occurred invoking '${target}' on the server.`;
    throw new InvocationError(`${text} HubException: The sender is not the caller.`);
  }
}
