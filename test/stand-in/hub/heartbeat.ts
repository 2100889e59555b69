import type { Timers } from '../timers';

/** Calls all listeners together every `ms` milliseconds, as long as there are listeners. */
export class Heartbeat {
  readonly #listeners = new Set<() => void>();
  #cancel = (): void => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly ms: number,
  ) {}

  /** Adds a listener. @returns a function that removes it */
  add(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#schedule();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#cancel();
    };
  }

  #schedule(): void {
    this.#cancel = this.timers.after(this.ms, () => {
      this.#schedule();
      this.#listeners.forEach((listener) => listener());
    });
  }
}
