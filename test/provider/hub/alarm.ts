import type { Timers } from '../timers';

/** Calls back when nothing has happened for a while, and after each further while. */
export class Alarm {
  #takeBack = (): void => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly ms: number,
    private readonly onQuiet: () => void,
  ) {}

  /** Something happened: the while starts over. */
  rearm(): void {
    this.#takeBack();
    this.#takeBack = this.timers.after(this.ms, () => {
      this.rearm();
      this.onQuiet();
    });
  }
}
