import { expect, type Browser } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import { signIn, type Session } from '../../support/contract/clients';
import { HISTORY_LAG, startDeployment, type Deployment } from '../../support/deployment/deployment';
import {
  differences,
  lastDifferences,
  storedRow,
  type StoredRow,
} from '../../support/endurance/compare';
import { Customer } from '../../support/endurance/customer';
import type { Row } from '../../support/page/chatScreen';
import { openCustomerScreen, type Transport } from '../../support/page/customerScreen';
import { sleep } from '../../support/time/until';
import { NodesOperator } from './operator';

/** Delay between two texts of a customer, in ms. */
const CUSTOMER_INTERVAL = 800;
/** Timeout of a send, in ms; longer than a node is frozen. */
const SEND_TIMEOUT = 60_000;
/** Traffic before a fault, and after the pages are live again, in ms. */
const CALM = 1_000;
/** Timeout for every page to be live after a fault, in ms. */
const LIVE_TIMEOUT = 90_000;
/** Timeout for connected pages to show all rows without traffic, in ms; the app fetches within 7 s. */
const COMPLETE_TIMEOUT = 15_000;

const TRANSPORTS: Transport[] = ['WebSockets', 'ServerSentEvents', 'LongPolling'];

/** Sends the text that a failed send has left in the input, or a new one, until the signal aborts. */
async function write(customer: Customer, signal: AbortSignal): Promise<void> {
  const { input } = customer.screen;
  while (!signal.aborted) {
    if (await customer.isReady()) {
      if ((await input.inputValue()) === '') await input.fill(customer.nextText());
      await customer.send();
    }
    await sleep(signal, CUSTOMER_INTERVAL);
  }
}

/** Customers and the operator who write to each other through a production deployment. */
export class Scene {
  readonly customers: Customer[] = [];
  readonly operator: NodesOperator;
  readonly #sessions = new Map<number, Session>();
  /** Uncaught errors, unexpected console errors and rows that disappeared. */
  readonly #problems: string[] = [];

  private constructor(readonly deployment: Deployment) {
    this.operator = new NodesOperator(deployment.nodes);
  }

  /** Starts the deployment, and opens two chats over each transport. */
  static async open(browser: Browser): Promise<Scene> {
    const scene = new Scene(await startDeployment());
    const opened = [...TRANSPORTS, ...TRANSPORTS].map((transport, index) =>
      scene.#open(browser, transport, index),
    );
    scene.customers.push(...(await Promise.all(opened)));
    return scene;
  }

  async close(): Promise<void> {
    await Promise.all(this.customers.map(({ screen }) => screen.page.context().close()));
    await this.deployment.stop();
  }

  /** Lets everybody write while `inject` runs, and until every page is live again. */
  async underTraffic(inject: () => Promise<void>): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    // Every sleeping writer adds a listener; Node would warn of a leak above ten.
    setMaxListeners(0, signal);
    const writing = Promise.all(
      this.customers.flatMap((customer) => [
        write(customer, signal),
        this.operator.write(customer.id, signal),
      ]),
    );
    try {
      await sleep(signal, CALM);
      await inject();
      await this.#expectLive();
      await sleep(signal, CALM);
    } finally {
      ending.abort();
      await writing;
    }
  }

  /** Expects that every page shows the messages that it must have received. */
  async expectComplete(): Promise<void> {
    await this.#expectNoDifference((customer, stored) => customer.dueOf(stored));
  }

  /** Makes every page reconnect, and expects that it equals the database row by row. */
  async expectEqual(): Promise<void> {
    await this.#reconnect();
    await this.#expectLive();
    // A history that lags has the last message now.
    await sleep(new AbortController().signal, HISTORY_LAG * 1_000);
    await this.#reconnect();
    await this.#expectNoDifference();
  }

  async #open(browser: Browser, transport: Transport, index: number): Promise<Customer> {
    const { nodes, nginx } = this.deployment;
    const session = await signIn(nodes[0].url, `+99450000000${index}`);
    const { id, token } = session;
    this.#sessions.set(id, session);
    const report = (problem: string) => this.#problems.push(`customer ${id}: ${problem}`);
    const screen = await openCustomerScreen(browser, { url: nginx.url, token, report, transport });
    await screen.waitUntilConnected();
    return new Customer(id, screen, SEND_TIMEOUT);
  }

  async #reconnect(): Promise<void> {
    await Promise.all(this.customers.map((customer) => customer.reconnect()));
  }

  async #expectLive(): Promise<void> {
    const states = this.customers.map(async (customer) => {
      if (await customer.isLive(() => this.operator.say(customer.id), LIVE_TIMEOUT)) return [];
      return [customer.id, ...customer.log.slice(-40)];
    });
    expect((await Promise.all(states)).flat(), 'pages that are not live').toEqual([]);
  }

  /** @param dueOf returns the messages that a live screen must show */
  async #expectNoDifference(
    dueOf?: (customer: Customer, stored: StoredRow[]) => Row[],
  ): Promise<void> {
    const lines = await lastDifferences(
      this.customers,
      COMPLETE_TIMEOUT,
      async (customer, shown) => {
        const stored = await this.#storedOf(customer);
        return differences(stored, shown, dueOf?.(customer, stored));
      },
    );
    const logs = this.customers.flatMap(({ id, log }) => [id, ...log.slice(-20)]);
    expect(lines, logs.join('\n')).toEqual([]);
    expect(this.#problems.splice(0)).toEqual([]);
  }

  /** Returns the conversation in the database. */
  async #storedOf({ id }: Customer): Promise<StoredRow[]> {
    const session = this.#sessions.get(id);
    const messages = session ? await this.deployment.nodes[0].conversation(session) : [];
    return messages.map((message) => storedRow(message, id));
  }
}
