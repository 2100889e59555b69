import { performance } from 'node:perf_hooks';
import type { Switches } from '../../control/switches';
import type { Heartbeat } from '../heartbeat';
import { PING_RECORD } from '../protocol/protocol';
import type { HubTiming } from '../timing';
import type { Transport } from './transport';

/** A transport with keep-alive pings, the client timeout, and the `silent` fault. */
export class KeepAliveTransport {
  #lastPing = performance.now();
  #lastRecord = performance.now();
  #hasClientPinged = false;
  #isSilenced = false;
  #stopHeartbeat = (): void => undefined;

  constructor(
    readonly inner: Transport,
    private readonly switches: Switches,
    private readonly timing: HubTiming,
    private readonly onClientTimeout: () => void,
  ) {}

  /** Whether all data is ignored and nothing is sent. */
  get isSilent(): boolean {
    return this.#isSilenced || this.switches.silent;
  }

  /** Sends raw text, unless silent. */
  send(text: string): void {
    if (!this.isSilent && text !== '') this.inner.send(text);
  }

  /** Restarts the client timeout. */
  onRecord(): void {
    this.#lastRecord = performance.now();
  }

  /** Like ASP.NET Core, starts the client timeout with the client's first ping. */
  onPing(): void {
    this.#hasClientPinged = true;
  }

  startHeartbeat(heartbeat: Heartbeat): void {
    // SignalR sends no pings over long polling, in either direction.
    if (this.inner.name === 'LongPolling') return;
    this.#stopHeartbeat = heartbeat.add(() => this.#onHeartbeat());
  }

  stopHeartbeat(): void {
    this.#stopHeartbeat();
  }

  /** Ignores all data and sends nothing from now on. */
  silence(): void {
    this.#isSilenced = true;
  }

  /** Like ASP.NET Core, pings a busy connection as often as an idle one. */
  #onHeartbeat(): void {
    const now = performance.now();
    if (now - this.#lastPing > this.timing.keepAlive) {
      this.#lastPing = now;
      if (this.switches.pings) this.send(PING_RECORD);
    }
    const isLate = this.#hasClientPinged && now - this.#lastRecord >= this.timing.clientTimeout;
    if (isLate && !this.isSilent) this.onClientTimeout();
  }
}
