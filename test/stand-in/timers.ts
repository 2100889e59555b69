/** Timeouts that can be cancelled together, so that `stop` leaves none running. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();
  #isStopped = false;

  /**
   * Calls back once after `ms`, synchronously if `ms` is 0.
   * @returns a function that cancels the timeout
   */
  after(ms: number, callback: () => void): () => void {
    if (this.#isStopped) return () => undefined;
    if (ms <= 0) {
      callback();
      return () => undefined;
    }
    const timer = setTimeout(() => {
      this.#running.delete(timer);
      callback();
    }, ms);
    this.#running.add(timer);
    return () => {
      clearTimeout(timer);
      this.#running.delete(timer);
    };
  }

  /** Cancels all timeouts; `after` does nothing from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#running.forEach((timer) => clearTimeout(timer));
    this.#running.clear();
  }
}
