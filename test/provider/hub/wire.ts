import type { Switches } from '../switches';
import type { Timers } from '../timers';
import { Alarm } from './alarm';
import { PING_RECORD } from './protocol';
import type { HubTiming } from './timing';
import type { Transport } from './transport';

/** A connection's transport with its silence, and the pings that keep it alive. */
export class Wire {
  readonly #pings: Alarm;
  readonly #timeout: Alarm;
  #isSilent = false;
  #isKeptAlive = false;
  #hasPinged = false;

  constructor(
    readonly transport: Transport,
    private readonly switches: Switches,
    timers: Timers,
    timing: HubTiming,
    onTimeout: () => void,
  ) {
    this.#pings = new Alarm(timers, timing.keepAlive, () => {
      if (switches.pings) this.send(PING_RECORD);
    });
    this.#timeout = new Alarm(timers, timing.clientTimeout, () => {
      if (!this.isMute) onTimeout();
    });
  }

  /** Whether nothing is sent or heard, though the wire is open. */
  get isMute(): boolean {
    return this.#isSilent || this.switches.silent;
  }

  /** Sends text as it is, unless silenced. */
  send(text: string): void {
    if (this.isMute || text === '') return;
    if (this.#isKeptAlive) this.#pings.rearm();
    this.transport.send(text);
  }

  /** The client was heard. */
  heard(): void {
    if (this.#hasPinged) this.#timeout.rearm();
  }

  /** The client pings: only now is it given up where it falls silent. */
  pinged(): void {
    this.#hasPinged = this.#isKeptAlive;
    this.heard();
  }

  /** From now on pings. */
  keepAlive(): void {
    // Long polling keeps itself alive: its client neither pings nor expects pings.
    this.#isKeptAlive = this.transport.name !== 'LongPolling';
    if (this.#isKeptAlive) this.#pings.rearm();
  }

  /** From now on sends nothing and ignores everything. */
  silence(): void {
    this.#isSilent = true;
  }
}
