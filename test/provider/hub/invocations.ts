import type { InvocationMessage } from '@microsoft/signalr';
import type { EntryOf, Ledger } from '../ledger';
import { takeFault, type Switches } from '../switches';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import { callMethod, InvocationError, type HubMethods } from './methods';
import { completionRecord } from './protocol';

/** What carrying out invocations needs. */
export interface InvocationServices {
  readonly switches: Switches;
  readonly ledger: Ledger;
  readonly timers: Timers;
  readonly methods: HubMethods;
}

/** Carries the invocations of one connection out, one after the other. */
export class Invocations {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: HubConnection,
    private readonly services: InvocationServices,
  ) {}

  /** Puts an invocation behind those that are still running. */
  add(message: InvocationMessage): void {
    const { id: connectionId, customerId } = this.connection;
    const entry = this.services.ledger.add<EntryOf<'invocation'>>({
      kind: 'invocation',
      at: Date.now(),
      connectionId,
      customerId,
      target: message.target,
      arguments: message.arguments,
      outcome: 'pending',
    });
    this.#last = this.#last.then(() => this.#carryOut(message, entry));
  }

  async #carryOut(message: InvocationMessage, entry: EntryOf<'invocation'>): Promise<void> {
    const { switches, timers, ledger } = this.services;
    const fault = takeFault(switches.invocations, message.target.toLowerCase()) ?? {};
    const { delay = 0 } = fault;
    if (delay > 0) await new Promise<void>((resolve) => timers.after(delay, resolve));
    const error = fault.error ?? this.#call(message);
    if (fault.drop) {
      this.connection.terminate();
      return ledger.amend(entry, { outcome: 'dropped' });
    }
    if (fault.never) return ledger.amend(entry, { outcome: 'never' });
    if (message.invocationId !== undefined) {
      const outcome = error === undefined ? {} : { error };
      this.connection.send(completionRecord(message.invocationId, outcome));
    }
    ledger.amend(entry, { outcome: error === undefined ? 'completed' : 'failed' });
  }

  /** The answer is the error that the client gets to see. */
  #call(message: InvocationMessage): string | undefined {
    const { customerId } = this.connection;
    const args: unknown = message.arguments;
    try {
      callMethod(
        this.services.methods,
        customerId,
        message.target,
        Array.isArray(args) ? args : [],
      );
      return undefined;
    } catch (error) {
      if (error instanceof InvocationError) return error.message;
      return `An unexpected error occurred invoking '${message.target}' on the server.`;
    }
  }
}
