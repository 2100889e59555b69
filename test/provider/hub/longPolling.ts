import type { ServerResponse } from 'node:http';
import type { Timers } from '../timers';
import type { HubTiming } from './timing';
import type { Transport } from './transport';

/** Records that wait for a poll to carry them; what the client has to say comes by POST. */
export class LongPolling implements Transport {
  readonly name = 'LongPolling';
  #waiting = '';
  #poll: ServerResponse | undefined;
  #isOver = false;
  #takeBack = (): void => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly timing: HubTiming,
    private readonly onLost: () => void,
    private readonly onDrained: () => void,
  ) {}

  /** Takes a poll; it is answered when there is something to say, or after a while with nothing. */
  take(poll: ServerResponse): void {
    this.#answer(204, '');
    this.#poll = poll;
    poll.on('close', () => {
      if (this.#poll === poll) this.#pollEnded();
    });
    this.#takeBack();
    this.#takeBack = this.timers.after(this.timing.poll, () => this.#answer(200, ''));
    this.#flush();
  }

  send(text: string): void {
    this.#waiting += text;
    this.#flush();
  }

  end(): void {
    this.#isOver = true;
    this.#flush();
  }

  terminate(): void {
    this.#poll?.socket?.destroy();
    this.#takeBack();
    this.onDrained();
  }

  #flush(): void {
    if (!this.#poll) return;
    if (this.#waiting) {
      const text = this.#waiting;
      this.#waiting = '';
      this.#answer(200, text);
    } else if (this.#isOver) {
      this.#answer(204, '');
      this.#takeBack();
      this.onDrained();
    }
  }

  #answer(status: number, text: string): void {
    const poll = this.#poll;
    if (!poll) return;
    this.#pollEnded();
    if (status === 200) poll.setHeader('Content-Type', 'application/octet-stream');
    poll.statusCode = status;
    poll.end(text);
  }

  #pollEnded(): void {
    this.#poll = undefined;
    this.#takeBack();
    this.#takeBack = this.timers.after(this.timing.disconnect, this.onLost);
  }
}
