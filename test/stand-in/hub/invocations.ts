import type { InvocationMessage } from '@microsoft/signalr';
import type { EntryOf } from '../control/ledger';
import { nextFault, type Switches } from '../control/switches';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import type { ConnectionLedger } from './connectionLedger';
import { callMethod, InvocationError, type HubMethods } from './methods';
import { completionRecord } from './protocol/protocol';

/** The parts of the hub that invocations use. */
export interface InvocationServices {
  readonly switches: Switches;
  readonly timers: Timers;
  readonly methods: HubMethods;
}

/** Runs the invocations of one connection one after the other, as ASP.NET Core does. */
export class Invocations {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: HubConnection,
    private readonly ledger: ConnectionLedger,
    private readonly services: InvocationServices,
  ) {}

  /** Queues an invocation. */
  add(invocation: InvocationMessage): void {
    const { target, arguments: args } = invocation;
    const entry = this.ledger.add('invocation', { target, arguments: args, outcome: 'pending' });
    this.#last = this.#last.then(async () => {
      this.ledger.amend(entry, { outcome: await this.#run(invocation) });
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
