import { expect, type Browser } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { uploadImage } from '../browser/images';
import { logIn, type Session } from '../contract/clients';
import type { Row } from '../page/chatScreen';
import type { Random } from '../time/random';
import { sleep, until } from '../time/until';
import { act } from './acts';
import { openCustomer, type Customer, type Transport } from './customer';

/** The traffic goes on for this time after the faults, in ms. */
const CALM = 2_000;
/** Maximum delay of a live message, in ms. */
const LIVE_DELAY = 1_000;
/** Timeout for every page to be live after the faults, in ms. */
const LIVE_TIMEOUT = 90_000;

/** The servers that customers and the operator chat through. */
export interface Target {
  /** URL of the app. */
  url: string;
  /** URL of a provider that is up between the faults. */
  api: string;
  /** Sends a message of the operator. */
  say: (customerId: number, text: string | null, imageUrl?: string) => unknown;
  stored: (customer: Session) => Promise<readonly ChatMessage[]>;
  /** Timeout for a live page to show all messages, in ms. */
  timeout: number;
}

/** The multiset difference: the messages that are due and not shown. */
function missingIn(shown: readonly Row[], due: readonly Row[]): Row[] {
  const left = shown.map((row) => JSON.stringify(row));
  return due.filter((row) => {
    const index = left.indexOf(JSON.stringify(row));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Customers in Chromium and the operator, who write to each other while faults are injected. */
export class Chats {
  customers: readonly Customer[] = [];
  /** Uncaught errors and unexpected console errors. */
  readonly #problems: string[] = [];
  #imageUrl = '';

  constructor(private readonly target: Target) {}

  /** Opens a chat over each of the transports. */
  async open(browser: Browser, transports: readonly Transport[]): Promise<void> {
    const { url, api } = this.target;
    this.#imageUrl = await uploadImage({ url: api }, await logIn(api, '+994500000000'));
    const opened = transports.map(async (transport, index) => {
      const session = await logIn(api, `+99450${1_000_000 + index}`);
      const report = (problem: string) => this.#problems.push(`${session.id}, ${problem}`);
      return openCustomer(browser, session, transport, { url, report });
    });
    this.customers = await Promise.all(opened);
  }

  async close(): Promise<void> {
    for (const { screen } of this.customers) await screen.page.context().close();
  }

  /** Lets everybody act at random while `inject` runs, and a little longer. */
  async actDuring(random: Random, inject: () => Promise<unknown>): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    // Every sleeping participant adds a listener; Node would warn of a leak above ten.
    setMaxListeners(0, signal);
    const faults = inject().then(() => sleep(signal, CALM));
    await Promise.all([
      faults.finally(() => ending.abort()),
      ...this.customers.flatMap((customer) => [
        act(customer, random.fork(), signal),
        this.#operate(customer, random.fork(), signal),
      ]),
    ]);
  }

  /** Writes to a customer as the operator, singly or in bursts, at times the same message again. */
  async #operate(customer: Customer, random: Random, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const image = random.chance(0.05) ? this.#imageUrl : undefined;
      const text = image === undefined ? customer.nextText() : null;
      for (let copies = random.chance(0.08) ? 2 : 1; copies > 0; copies -= 1)
        await this.target.say(customer.session.id, text, image);
      if (random.chance(0.7)) await sleep(signal, random.between(300, 3_000));
    }
  }

  /** Makes each page reconnect, as after a short loss of the network. */
  async reconnect(): Promise<void> {
    for (const { screen } of this.customers) {
      await screen.page.context().setOffline(true);
      await screen.page.context().setOffline(false);
    }
  }

  /**
   * Expects that each page is live and shows the stored messages, and that no page has failed.
   * @param isWhole whether a page must equal the store row by row. Otherwise it must show the texts
   *   that it must have received.
   */
  async expectStored(isWhole: boolean): Promise<void> {
    const { stored, timeout } = this.target;
    const checks = this.customers.map(async (customer) => {
      const { session, screen, log } = customer;
      const expectRows = async () => {
        const rows = (await stored(session)).map(({ fromUserId, text, imageUrl }) => {
          return { isOwn: fromUserId === session.id, text, imageUrl };
        });
        const shown = await screen.readRows();
        if (isWhole) expect(shown).toEqual(rows);
        else expect(missingIn(shown, customer.dueOf(rows))).toEqual([]);
      };
      try {
        expect(await this.#isLive(customer), 'a live message').toBe(true);
        await expect(expectRows).toPass({ timeout, intervals: [1_000] });
      } catch (error) {
        console.log(`Customer ${session.id}`, log.slice(-40));
        throw error;
      }
    });
    await Promise.all(checks);
    expect(this.#problems.splice(0)).toEqual([]);
  }

  /** Lets the operator write until a message arrives at once. @returns whether one did */
  #isLive(customer: Customer): Promise<boolean> {
    const { list, reconnect } = customer.screen;
    const arrives = async () => {
      // After the last retry delay, the customer has to reconnect (S4).
      if (await reconnect.isVisible()) await reconnect.click();
      const text = customer.nextText();
      await this.target.say(customer.session.id, text);
      const row = list.getByText(text, { exact: true });
      return until(async () => (await row.count()) > 0, { timeout: LIVE_DELAY, interval: 20 });
    };
    return until(arrives, { timeout: LIVE_TIMEOUT });
  }
}
