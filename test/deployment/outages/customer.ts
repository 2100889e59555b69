import type { Response } from '@playwright/test';
import { sleep } from '../../../src/realtime/sleep';
import type { CustomerScreen } from '../../support/page/customerScreen';
import { redact } from '../../../src/services/log';
import { until } from '../../support/time/until';
import type { StoredMessage } from '../../support/deployment/control';
import type { Shown } from '../../support/page/compareRows';
import type { Operator } from './operator';
import { textOf } from './texts';

/** Delay between two texts, in ms. */
const INTERVAL = 800;
/** Timeout of a send, in ms; longer than a node is frozen. */
const SEND_TIMEOUT = 60_000;
/** Maximum delay of a live message, in ms. */
const LIVE_TIMEOUT = 1_000;

/** A stored message as the customer's screen must show it. */
export interface StoredRow extends Shown {
  /** In ms since 1970. */
  storedAt: number;
}

/** A customer with a chat screen in Chromium. */
export class Customer {
  /** Texts that the app reported as sent, by clearing the input. */
  readonly accepted: string[] = [];
  /** The console's lines and the responses, each with its time, to explain a failure. */
  readonly log: string[] = [];
  #count = 0;
  /** The texts of all histories that the page has fetched. */
  readonly #fetched = new Set<string | null>();
  /** Start of the last request for the history, in ms since 1970. */
  #fetchedAt = 0;

  constructor(
    readonly id: number,
    readonly screen: CustomerScreen,
    /** Reads the texts of the rows that have disappeared from the page since the last call. */
    readonly readVanished: () => Promise<string[]>,
  ) {
    const log = (line: string) => this.log.push(`${new Date().toISOString()} ${redact(line)}`);
    screen.page.on('console', (line) => log(line.text()));
    screen.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const isSuccess = response.ok() && !/negotiate|messages/.test(pathname);
      if (!isSuccess) log(`${response.request().method()} ${pathname}: ${response.status()}`);
      if (response.ok() && pathname.includes('/messages/')) void this.#addHistory(response);
    });
  }

  /**
   * Returns the messages that the page must show. An own text whose send failed may be stored, but
   * is shown only after the next history. Histories can lag, so an operator's message is not due if
   * it was stored before the page requested the last history, and no history had the message.
   */
  dueOf(stored: readonly StoredRow[]): Shown[] {
    const isDue = ({ text, storedAt }: StoredRow) =>
      this.#fetched.has(text) || storedAt > this.#fetchedAt;
    return [
      ...stored.filter((row) => !row.isOwn && isDue(row)),
      ...this.accepted.map((text) => ({ isOwn: true, text, imageUrl: null })),
    ];
  }

  async #addHistory(response: Response): Promise<void> {
    // The page, too, may have lost the connection before the end of the body.
    const history = (await response.json().catch(() => undefined)) as StoredMessage[] | undefined;
    if (!history) return;
    for (const { text } of history) this.#fetched.add(text);
    this.#fetchedAt = Math.max(this.#fetchedAt, response.request().timing().startTime);
  }

  /** Writes until the signal aborts, then waits for the last send. */
  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#send();
      await sleep(signal, INTERVAL);
    }
  }

  /** Sends the text that a failed send has left in the input, or a new one. */
  async #send(): Promise<void> {
    const { input } = this.screen;
    if (!(await this.#isReady())) return;
    const left = await input.inputValue();
    const text = left === '' ? textOf(this.id, 'customer', (this.#count += 1)) : left;
    if (left === '') await input.fill(text);
    await this.screen.press('Enter');
    if ((await this.#isReady()) && (await input.inputValue()) === '') this.accepted.push(text);
  }

  #isReady(): Promise<boolean> {
    return until(() => this.screen.isReady(), { timeout: SEND_TIMEOUT });
  }

  /** Sends messages until one arrives within a second. @returns whether one did */
  isLive(operator: Operator, timeout: number): Promise<boolean> {
    const arrives = async () => {
      const row = this.screen.list.getByText(await operator.say(this.id), { exact: true });
      return until(async () => (await row.count()) > 0, { timeout: LIVE_TIMEOUT, interval: 20 });
    };
    return until(arrives, { timeout });
  }

  /** Makes the page reconnect, as after a short loss of the network. */
  async reconnect(): Promise<void> {
    await this.screen.context.setOffline(true);
    await this.screen.context.setOffline(false);
  }
}
