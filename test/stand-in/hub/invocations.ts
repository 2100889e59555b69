import type { InvocationMessage } from '@microsoft/signalr';
import type { EntryOf } from '../control/ledger';
import { nextFault } from '../control/switches';
import { HttpError, invalid, parseMessage, requireSame } from '../rest/routes';
import type { HubConnection } from './connection';
import type { Hub } from './hub';
import { completionRecord } from './protocol';

type Method = (hub: Hub, customerId: number, args: readonly unknown[]) => void;

const METHODS: Readonly<Record<string, Method>> = {
  SendMessage: (hub, customerId, [message]) => {
    const parsed = parseMessage(message, customerId);
    if (hub.switches.echo) hub.push(customerId, parsed);
  },
  SendTyping: (_hub, customerId, [fromUserId, toUserId]) => {
    if (![fromUserId, toUserId].every(Number.isInteger)) {
      throw invalid('arguments', 'SendTyping has two integers as parameters.');
    }
    requireSame(customerId, fromUserId);
  },
};

/** Runs a hub method. @returns the error text that ASP.NET Core sends, undefined for success */
function runMethod(
  hub: Hub,
  customerId: number,
  { target, arguments: args }: InvocationMessage,
): string | undefined {
  try {
    METHODS[target]?.(hub, customerId, args);
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 400) {
      return `Failed to invoke '${target}' due to an error on the server.`;
    }
    const text = `An unexpected error occurred invoking '${target}' on the server.`;
    return `${text} HubException: The sender is not the caller.`;
  }
}

/** Runs an invocation with the fault that is set for its method. @returns the outcome */
export async function runInvocation(
  hub: Hub,
  connection: HubConnection,
  invocation: InvocationMessage,
): Promise<EntryOf<'invocation'>['outcome']> {
  const { invocationId, target } = invocation;
  const fault = nextFault(hub.switches.invocations, target.toLowerCase()) ?? {};
  await new Promise<void>((resolve) => hub.timers.after(fault.delay ?? 0, resolve));
  const error = fault.error ?? runMethod(hub, connection.customerId, invocation);
  if (fault.drop) connection.terminate();
  if (fault.drop || fault.never) return fault.drop ? 'dropped' : 'never';
  // The protocol has no completion for an invocation without an id.
  if (invocationId !== undefined) connection.send(completionRecord(invocationId, error));
  return error === undefined ? 'completed' : 'failed';
}
