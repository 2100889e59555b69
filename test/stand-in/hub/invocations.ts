import { MessageType, type InvocationMessage } from '@microsoft/signalr';
import { nextFault } from '../control/switches';
import { HttpError, parseMessage, requireSame } from '../rest/routes';
import { OPERATOR_ID } from '../state/conversations';
import type { HubConnection } from './connection';
import type { Hub } from './hub';
import { toRecord } from './protocol';

/** Runs a hub method. @throws HttpError if its arguments are wrong */
function runMethod(hub: Hub, customerId: number, { target, arguments: args }: InvocationMessage) {
  if (target === 'SendTyping') requireSame(customerId, args[0]);
  if (target !== 'SendMessage') return;
  const message = parseMessage(args[0], customerId, hub.images);
  if (customerId === OPERATOR_ID) hub.pushMessage(message.toUserId, message);
  if (hub.switches.echo) hub.pushMessage(customerId, message);
}

/** Runs a hub method. @returns the error text that ASP.NET Core sends, undefined for success */
function errorOf(hub: Hub, customerId: number, invocation: InvocationMessage): string | undefined {
  const { target } = invocation;
  try {
    runMethod(hub, customerId, invocation);
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 400) {
      return `Failed to invoke '${target}' due to an error on the server.`;
    }
    const text = `An unexpected error occurred invoking '${target}' on the server.`;
    return `${text} HubException: The sender is not the caller.`;
  }
}

/** Runs an invocation with the fault that is set for its method, and sends its completion. */
export function runInvocation(
  hub: Hub,
  connection: HubConnection,
  invocation: InvocationMessage,
): void {
  const { invocationId, target } = invocation;
  const fault = nextFault(hub.switches.invocations, target.toLowerCase());
  const error = fault?.error ?? errorOf(hub, connection.customerId, invocation);
  const result = error === undefined ? { result: null } : { error };
  // The protocol has no completion for an invocation without an id.
  if (invocationId !== undefined) {
    connection.send(toRecord({ type: MessageType.Completion, invocationId, ...result }));
  }
}
