import type { CDPSession, Page } from '@playwright/test';
import type { ChatMessage } from '../stand-in/state/message';
import { until } from '../support/time/until';
import { callAtRate } from './callAtRate';
import { disableNetworkTracking } from './disableNetworkTracking';
import type { Environment } from './environment';
import type { Cpu } from './figures';
import { generateMessages, markOf } from './generateMessages';
import { HistoryGate } from './historyGate';
import { openPage, type OpenPage } from './openPage';
import type { SeededCustomer } from './seededCustomers';
import type { Subject } from './subjects';

/** Maximum time for a page to request its history or to go live, in ms; a slower page fails the run. */
const LOAD_TIMEOUT = 90_000;

const urlOf = (
  { app, references, provider }: Environment,
  subject: Subject,
  customer: SeededCustomer,
) =>
  subject.name === 'app'
    ? `${app.url}/chat`
    : `${references.url}/${subject.name}.html?${new URLSearchParams({
        host: provider.url,
        id: String(customer.id),
        token: customer.token,
      }).toString()}`;

/** A page of one subject, opened for one customer in a new browser context. */
export class SubjectPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  #nextNumber: number;

  private constructor(
    readonly environment: Environment,
    readonly subject: Subject,
    readonly customer: SeededCustomer,
    private readonly opened: OpenPage,
    /** Closed until the page is loaded. */
    private readonly gate: HistoryGate,
  ) {
    this.page = opened.page;
    this.cdp = opened.cdp;
    this.#nextNumber = customer.count + 1;
  }

  /** Opens an empty page; `load` navigates. @param count messages in the customer's history */
  static open(
    environment: Environment,
    subject: Subject,
    count: number,
    cpu: Cpu,
  ): Promise<SubjectPage> {
    return SubjectPage.openFor(
      environment,
      subject,
      environment.customers.withMessages(count),
      cpu,
    );
  }

  /** Opens an empty page of one customer; `load` navigates. */
  static async openFor(
    environment: Environment,
    subject: Subject,
    customer: SeededCustomer,
    cpu: Cpu,
  ): Promise<SubjectPage> {
    environment.provider.ledger.clear();
    const opened = await openPage(environment, cpu, customer.token);
    await disableNetworkTracking(opened.page);
    const gate = await HistoryGate.create(opened.cdp);
    return new SubjectPage(environment, subject, customer, opened, gate);
  }

  /**
   * Loads the page until the history is painted and the hub is connected.
   * @returns milliseconds from the arrival of the history to its paint
   */
  async load(): Promise<number> {
    const { page, subject, customer, environment, gate } = this;
    await page.addInitScript((mark) => {
      window.probe.expectHistory(mark);
    }, markOf(customer.count));
    await page.goto(urlOf(environment, subject, customer), { waitUntil: 'commit' });
    await page.locator('[role=log]').waitFor({ state: 'attached' });
    await this.#waitUntil(() => gate.heldCount > 0);
    await this.whenIdle();
    gate.passFirst();
    const historyTime = await page.evaluate(() => window.probe.expectedTime());
    gate.open();
    if (subject.source === 'hub') await this.#waitUntil(() => this.#isLive());
    await this.whenIdle();
    return historyTime;
  }

  /** Makes the page request its history again. Holds the request until `passRefetch`. */
  async holdRefetch(): Promise<void> {
    this.gate.close();
    if (this.subject.source === 'hub') await this.#reconnect();
    else await this.page.evaluate(() => window.refetchHistory?.());
    await this.#waitUntil(() => this.gate.heldCount > 0);
    await this.whenIdle();
  }

  /** Releases the request that `holdRefetch` holds. */
  passRefetch(): void {
    this.gate.open();
  }

  /** Generates the next messages of the conversation; the provider does not store them. */
  nextMessages(count: number): ChatMessage[] {
    const messages = generateMessages(this.customer.id, this.#nextNumber, count);
    this.#nextNumber += count;
    return messages;
  }

  /** Delivers messages at a fixed rate. @param signal stops early when it aborts */
  async deliverAtRate(
    messages: ChatMessage[],
    perSecond: number,
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.subject.source === 'hub') {
      await callAtRate(messages, perSecond, (message) => this.#push(message), signal);
      return;
    }
    await this.page.evaluate(([all, rate]) => window.probe.startDelivery(all, rate), [
      messages,
      perSecond,
    ] as const);
    if (!signal) return;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await this.page.evaluate(() => window.probe.stopDelivery());
  }

  /** Delivers one message immediately. */
  async deliver(message: ChatMessage): Promise<void> {
    if (this.subject.source === 'hub') this.#push(message);
    else await this.page.evaluate((one) => window.probe.deliver(one), message);
  }

  whenIdle(): Promise<void> {
    return this.page.evaluate(() => window.probe.whenIdle());
  }

  close(): Promise<void> {
    return this.opened.close();
  }

  /** Drops the hub's connection, and delivers a stored message again over the next connection. */
  async #reconnect(): Promise<void> {
    const { provider } = this.environment;
    const { hub, ledger } = provider;
    const { id } = this.customer;
    // An echo adds no row. It proves that the hub serves the connection, so the page need not wait.
    const echo = provider.conversation(id).findLast(({ fromUserId }) => fromUserId === id);
    if (!echo) throw new Error('The customer has sent no message.');
    ledger.clear();
    hub.terminate();
    await this.#waitUntil(() => {
      hub.receiveMessage(id, echo);
      return ledger.of('delivery').length > 0;
    });
  }

  #push(message: ChatMessage): void {
    this.environment.provider.push(this.customer.id, message);
  }

  /** Whether the hub is connected, and all history requests (at least two) have succeeded. */
  #isLive(): boolean {
    const { ledger, hub } = this.environment.provider;
    if (hub.connections(this.customer.id).length === 0) return false;
    const requests = ledger.requests('messages').filter(({ method }) => method === 'GET');
    const succeeded = requests.filter(({ status }) => status === 200);
    return succeeded.length > 1 && succeeded.length === requests.length;
  }

  async #waitUntil(isReady: () => boolean): Promise<void> {
    if (!(await until(isReady, { timeout: LOAD_TIMEOUT })))
      throw new Error('The page did not become ready.');
  }
}
