import type { CDPSession, Page } from '@playwright/test';
import type { ChatMessage } from '../provider/message';
import { until } from '../soak/until';
import type { Cpu } from './figures';
import type { Customer } from './histories';
import { HistoryGate } from './historyGate';
import { conversation, markOf } from './messages';
import { openPage, type OpenPage } from './openPage';
import { pace } from './pace';
import type { Stage } from './stage';
import type { Subject } from './subjects';
import { unwatch } from './unwatch';

/** A page that is not done after this will not be. */
const PATIENCE = 90_000;

const addressOf = ({ app, references, provider }: Stage, subject: Subject, customer: Customer) =>
  subject.name === 'app'
    ? `${app.url}/chat`
    : `${references.url}/${subject.name}.html?${new URLSearchParams({
        host: provider.url,
        id: String(customer.id),
        token: customer.token,
      }).toString()}`;

/** One page, opened anew for one customer. */
export class Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
  #next: number;

  private constructor(
    readonly stage: Stage,
    readonly subject: Subject,
    readonly customer: Customer,
    readonly cpu: Cpu,
    private readonly opened: OpenPage,
  ) {
    this.page = opened.page;
    this.cdp = opened.cdp;
    this.#next = customer.count + 1;
  }

  /** Opens a page that has loaded nothing of the history yet. */
  static async open(stage: Stage, subject: Subject, count: number, cpu: Cpu): Promise<Visit> {
    const customer = stage.histories.of(count);
    stage.provider.ledger.clear();
    const opened = await openPage(stage, cpu, customer.token);
    await unwatch(opened.page);
    return new Visit(stage, subject, customer, cpu, opened);
  }

  /**
   * Loads the page until it shows the history and is live.
   * @returns milliseconds from the arrival of the history to its paint; NaN where there is none
   */
  async load(): Promise<number> {
    const { page, cdp, subject, customer, stage } = this;
    const gate = await HistoryGate.close(cdp);
    await page.addInitScript((mark) => {
      window.probe.expectHistory(mark);
    }, markOf(customer.count));
    await page.goto(addressOf(stage, subject, customer), { waitUntil: 'commit' });
    await page.locator('[role=log]').waitFor({ state: 'attached' });
    let taken = NaN;
    if (subject.hasHistory) {
      await this.#become(() => gate.waiting > 0);
      await this.rest();
      gate.passFirst();
      taken = await page.evaluate(() => window.probe.shown());
    }
    gate.open();
    if (subject.source === 'hub') await this.#become(() => this.#isLive());
    await this.rest();
    return taken;
  }

  /** The next messages of the conversation, which the provider has not stored. */
  next(count: number): ChatMessage[] {
    const messages = conversation(this.customer.id, this.#next, count);
    this.#next += count;
    return messages;
  }

  /** Delivers messages, so many in a second. */
  async stream(messages: ChatMessage[], perSecond: number, signal?: AbortSignal): Promise<void> {
    if (this.subject.source === 'hub') {
      await pace(messages, perSecond, (message) => this.#push(message), signal);
      return;
    }
    await this.page.evaluate(([all, rate]) => window.probe.startFeeding(all, rate), [
      messages,
      perSecond,
    ] as const);
    if (!signal) return;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await this.page.evaluate(() => window.probe.stopFeeding());
  }

  /** Delivers one message at once. */
  async deliver(message: ChatMessage): Promise<void> {
    if (this.subject.source === 'hub') this.#push(message);
    else await this.page.evaluate((one) => window.probe.feed(one), message);
  }

  /** Resolves when the page has nothing left to do. */
  rest(): Promise<void> {
    return this.page.evaluate(() => window.probe.rest());
  }

  close(): Promise<void> {
    return this.opened.close();
  }

  #push(message: ChatMessage): void {
    this.stage.provider.push(this.customer.id, message);
  }

  /** Whether the hub has the page, and the page what was stored before. */
  #isLive(): boolean {
    const { ledger, hub } = this.stage.provider;
    if (hub.connections(this.customer.id).length === 0) return false;
    const asked = ledger.requests('messages').filter(({ method }) => method === 'GET');
    const answered = asked.filter(({ status }) => status === 200);
    return !this.subject.hasHistory || (answered.length > 1 && answered.length === asked.length);
  }

  async #become(holds: () => boolean): Promise<void> {
    if (!(await until(holds, PATIENCE))) throw new Error('The page does not come to rest.');
  }
}
