import { MessageType, type InvocationMessage } from '@microsoft/signalr';
import { nextFault } from '../control/switches';
import { acceptMessage, requireSame } from '../rest/routes';
import { OPERATOR_ID } from '../state/conversations';
import type { HubConnection } from './connection';
import type { Hub } from './hub';
import { toRecord } from './protocol';

/** Runs a hub method. @throws HttpError if its arguments are wrong */
function runMethod(hub: Hub, customerId: number, { target, arguments: args }: InvocationMessage) {
  if (target === 'SendTyping') requireSame(customerId, args[0]);
  if (target !== 'SendMessage') return;
  const message = acceptMessage(args[0], customerId, hub.images);
  if (customerId === OPERATOR_ID) hub.pushMessage(message.toUserId, message);
  if (hub.switches.echo) hub.pushMessage(customerId, message);
}

/** Runs an invocation with the fault that is set for its method, and sends its completion. */
export function runInvocation(
  hub: Hub,
  connection: HubConnection,
  invocation: InvocationMessage,
): void {
  const { invocationId, target } = invocation;
  let error = nextFault(hub.switches.invocations, target.toLowerCase())?.error;
  try {
    if (error === undefined) runMethod(hub, connection.customerId, invocation);
  } catch {
    error = `Failed to invoke '${target}' due to an error on the server.`;
  }
  // The protocol has no completion for an invocation without an id.
  if (invocationId === undefined) return;
  const result = error === undefined ? { result: null } : { error };
  connection.send(toRecord({ type: MessageType.Completion, invocationId, ...result }));
}
