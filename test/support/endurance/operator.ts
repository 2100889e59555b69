/** Returns a text that no other message has. The text begins with the customer's id. */
export const textOf = (
  customerId: number,
  author: 'operator' | 'customer',
  count: number,
): string => `${customerId} ${author} ${count}`;

/** Returns whether a text was written in another customer's conversation. */
export const isForeign = (customerId: number, text: string | null): boolean =>
  text !== null && !text.startsWith(`${customerId} `);

/** The operator of all conversations. The messages of a conversation are sent one after the other. */
export abstract class Operator {
  readonly #counts = new Map<number, number>();
  /** The last call of each conversation. The next message waits for this call. */
  readonly #last = new Map<number, Promise<unknown>>();

  /** Sends a message. */
  protected abstract post(customerId: number, text: string): unknown;

  /** Sends the next text. @returns the text, also if the provider failed */
  async say(customerId: number): Promise<string> {
    const count = (this.#counts.get(customerId) ?? 0) + 1;
    this.#counts.set(customerId, count);
    const text = textOf(customerId, 'operator', count);
    const last = this.#last.get(customerId) ?? Promise.resolve();
    const call = last.then(() => this.post(customerId, text));
    this.#last.set(customerId, call);
    await call;
    return text;
  }

  /** Writes to a customer until the signal aborts. @param pause awaited after each message */
  async write(
    customerId: number,
    signal: AbortSignal,
    pause: () => Promise<unknown>,
  ): Promise<void> {
    while (!signal.aborted) {
      await this.say(customerId);
      await pause();
    }
  }
}
