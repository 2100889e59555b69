/** Timeouts that can all be taken back at once, so that stopping leaves none behind. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();
  #isStopped = false;

  /** Calls back once after `ms`, or at once for 0; the answer takes it back. */
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

  /** Takes all of them back for good; what waited for them, or will, is never called. */
  stop(): void {
    this.#isStopped = true;
    this.#running.forEach((timer) => clearTimeout(timer));
    this.#running.clear();
  }
}
