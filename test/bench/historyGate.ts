import type { CDPSession } from '@playwright/test';

/**
 * Holds a page's history requests until the page is idle, so that the time of the history includes
 * neither the start of the page nor a reconnect.
 */
export class HistoryGate {
  #isOpen = false;
  #held: string[] = [];

  private constructor(private readonly cdp: CDPSession) {}

  /** Creates a closed gate, which holds history requests. CORS preflights pass. */
  static async create(cdp: CDPSession): Promise<HistoryGate> {
    const gate = new HistoryGate(cdp);
    cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
      if (gate.#isOpen || request.method === 'OPTIONS') gate.#pass(requestId);
      else gate.#held.push(requestId);
    });
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/66/messages/*' }] });
    return gate;
  }

  /** Number of held requests. */
  get heldCount(): number {
    return this.#held.length;
  }

  /** Releases the oldest held request. */
  passFirst(): void {
    const first = this.#held.shift();
    if (first !== undefined) this.#pass(first);
  }

  /** Holds later requests. */
  close(): void {
    this.#isOpen = false;
  }

  /** Releases all held and all later requests. */
  open(): void {
    this.#isOpen = true;
    this.#held.splice(0).forEach((id) => this.#pass(id));
  }

  #pass(requestId: string): void {
    // Rejects when the page has been closed.
    this.cdp.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  }
}
