import type { TabChannel } from '../../../src/services/tabChannel';

/** A channel without other tabs, which records the posted messages. */
export class FakeTabs implements TabChannel {
  readonly posted: unknown[] = [];

  post(message: unknown): void {
    this.posted.push(message);
  }

  subscribe(): void {
    // No other tab posts.
  }
}
