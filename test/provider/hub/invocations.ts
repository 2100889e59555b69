import type { InvocationMessage } from '@microsoft/signalr';
import type { EntryOf } from '../ledger';
import { takeFault, type Switches } from '../switches';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import type { ConnectionNotes } from './connectionNotes';
import { callMethod, InvocationError, type HubMethods } from './methods';
import { completionRecord } from './protocol';

/** What carrying out invocations needs. */
export interface InvocationServices {
  readonly switches: Switches;
  readonly timers: Timers;
  readonly methods: HubMethods;
}

/** Carries the invocations of one connection out, one after the other. */
export class Invocations {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: HubConnection,
    private readonly notes: ConnectionNotes,
    private readonly services: InvocationServices,
  ) {}

  /** Puts an invocation behind those that are still running. */
  add(message: InvocationMessage): void {
    const { target, arguments: args } = message;
    const note = this.notes.add('invocation', { target, arguments: args, outcome: 'pending' });
    this.#last = this.#last.then(async () => {
      this.notes.amend(note, { outcome: await this.#carryOut(message) });
    });
  }

  /** Resolves once those that are there now are carried out. */
  done(): Promise<void> {
    return this.#last;
  }

  async #carryOut(message: InvocationMessage): Promise<EntryOf<'invocation'>['outcome']> {
    const { switches, timers } = this.services;
    const { invocationId, target } = message;
    const fault = takeFault(switches.invocations, target.toLowerCase()) ?? {};
    const { delay = 0 } = fault;
    await new Promise<void>((resolve) => timers.after(delay, resolve));
    const error = fault.error ?? this.#call(message);
    if (fault.drop) this.connection.terminate();
    if (fault.drop || fault.never) return fault.drop ? 'dropped' : 'never';
    // An invocation without an id is never answered.
    if (invocationId !== undefined) this.connection.send(completionRecord(invocationId, error));
    return error === undefined ? 'completed' : 'failed';
  }

  /** The answer is the error that the client gets to see. */
  #call({ target, arguments: args }: InvocationMessage): string | undefined {
    try {
      callMethod(this.services.methods, this.connection.customerId, target, args);
      return undefined;
    } catch (error) {
      if (error instanceof InvocationError) return error.message;
      return `An unexpected error occurred invoking '${target}' on the server.`;
    }
  }
}
