import type { ServerResponse } from 'node:http';
import type { Timers } from '../../timers';
import type { HubTiming } from '../timing';
import type { Transport } from './transport';

/** The long polling transport: buffers records until a poll fetches them. */
export class LongPolling implements Transport {
  readonly name = 'LongPolling';
  #buffer = '';
  #poll: ServerResponse | undefined;
  #isEnded = false;
  #cancelTimer = (): void => undefined;

  /**
   * @param onLost called when the client sends no further poll in time
   * @param onDrained called when the last record of an ended connection has been fetched
   */
  constructor(
    private readonly timers: Timers,
    private readonly timing: HubTiming,
    private readonly onLost: () => void,
    private readonly onDrained: () => void,
  ) {}

  /** Holds a poll until there are records or it times out. A poll in flight gets a 204. */
  accept(poll: ServerResponse): void {
    this.#respond(204, '');
    this.#poll = poll;
    poll.on('close', () => {
      if (this.#poll === poll) this.#awaitNextPoll();
    });
    this.#cancelTimer();
    this.#cancelTimer = this.timers.after(this.timing.poll, () => this.#respond(200, ''));
    this.#flush();
  }

  send(text: string): void {
    this.#buffer += text;
    this.#flush();
  }

  end(): void {
    this.#isEnded = true;
    this.#flush();
  }

  terminate(): void {
    this.#poll?.socket?.destroy();
    this.#cancelTimer();
    this.onDrained();
  }

  #flush(): void {
    if (!this.#poll) return;
    if (this.#buffer) {
      const text = this.#buffer;
      this.#buffer = '';
      this.#respond(200, text);
    } else if (this.#isEnded) {
      this.#respond(204, '');
      this.#cancelTimer();
      this.onDrained();
    }
  }

  #respond(status: number, text: string): void {
    const poll = this.#poll;
    if (!poll) return;
    this.#awaitNextPoll();
    if (status === 200) poll.setHeader('Content-Type', 'application/octet-stream');
    poll.statusCode = status;
    poll.end(text);
  }

  #awaitNextPoll(): void {
    this.#poll = undefined;
    this.#cancelTimer();
    this.#cancelTimer = this.timers.after(this.timing.disconnect, this.onLost);
  }
}
