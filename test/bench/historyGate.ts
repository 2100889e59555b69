import type { CDPSession } from '@playwright/test';

/**
 * Holds back a page's requests for its history until the page has come to rest, so that what starts
 * the page is not measured as a part of the history.
 */
export class HistoryGate {
  #isOpen = false;
  #held: string[] = [];

  private constructor(private readonly cdp: CDPSession) {}

  static async close(cdp: CDPSession): Promise<HistoryGate> {
    const gate = new HistoryGate(cdp);
    cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
      if (gate.#isOpen || request.method === 'OPTIONS') gate.#pass(requestId);
      else gate.#held.push(requestId);
    });
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/66/messages/*' }] });
    return gate;
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#held.length;
  }

  /** Lets the request through that was made first. */
  passFirst(): void {
    const first = this.#held.shift();
    if (first !== undefined) this.#pass(first);
  }

  /** Lets everything through. */
  open(): void {
    this.#isOpen = true;
    this.#held.splice(0).forEach((id) => this.#pass(id));
  }

  #pass(requestId: string): void {
    // The page may be gone already.
    this.cdp.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  }
}
