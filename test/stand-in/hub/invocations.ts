import type { InvocationMessage } from '@microsoft/signalr';
import type { EntryOf, Ledger } from '../control/ledger';
import { nextFault, type Switches } from '../control/switches';
import { requireSame, HttpError, invalid, parseMessage } from '../rest/routes';
import type { ChatMessage } from '../state/conversations';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import { completionRecord } from './protocol';

/** The hub's methods, called with validated arguments. */
interface HubMethods {
  sendMessage(customerId: number, message: ChatMessage): void;
  sendTyping(customerId: number): void;
}

/** A failed invocation, with the error text that ASP.NET Core sends to the client. */
class InvocationError extends Error {}

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
function callMethod(
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

/** The parts of the hub that invocations use. */
export interface InvocationServices {
  readonly ledger: Ledger;
  readonly switches: Switches;
  readonly timers: Timers;
  readonly methods: HubMethods;
}

/** Runs the invocations of one connection one after the other, as ASP.NET Core does. */
export class Invocations {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: HubConnection,
    private readonly services: InvocationServices,
  ) {}

  /** Queues an invocation. */
  add(invocation: InvocationMessage): void {
    const { target, arguments: args } = invocation;
    const entry = this.connection.record('invocation', {
      target,
      arguments: args,
      outcome: 'pending',
    });
    this.#last = this.#last.then(async () => {
      this.services.ledger.amend(entry, { outcome: await this.#run(invocation) });
    });
  }

  /** Resolves when all queued invocations are done. */
  done(): Promise<void> {
    return this.#last;
  }

  async #run(invocation: InvocationMessage): Promise<EntryOf<'invocation'>['outcome']> {
    const { switches, timers } = this.services;
    const { invocationId, target } = invocation;
    const fault = nextFault(switches.invocations, target.toLowerCase()) ?? {};
    const { delay = 0 } = fault;
    await new Promise<void>((resolve) => timers.after(delay, resolve));
    const error = fault.error ?? this.#call(invocation);
    if (fault.drop) this.connection.terminate();
    if (fault.drop || fault.never) return fault.drop ? 'dropped' : 'never';
    // The protocol has no completion for an invocation without an id.
    if (invocationId !== undefined) this.connection.send(completionRecord(invocationId, error));
    return error === undefined ? 'completed' : 'failed';
  }

  /** @returns the error text of the completion, undefined for success */
  #call(invocation: InvocationMessage): string | undefined {
    try {
      callMethod(this.services.methods, this.connection.customerId, invocation);
      return undefined;
    } catch (error) {
      if (error instanceof InvocationError) return error.message;
      return `An unexpected error occurred invoking '${invocation.target}' on the server.`;
    }
  }
}
