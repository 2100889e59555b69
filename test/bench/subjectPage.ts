import type { Page } from '@playwright/test';
import type { ChatMessage } from '../stand-in/state/conversations';
import { until } from '../support/time/until';
import { openPage, type Customer, type Environment } from './environment';
import type { Cpu, Subject } from './figures';
import { callAtRate, generateMessages, markOf } from './messages';

/** Maximum time for a page to request its history or to go live, in ms; a slower page fails the run. */
const LOAD_TIMEOUT = 90_000;

async function waitUntil(isReady: () => boolean): Promise<void> {
  if (!(await until(isReady, { timeout: LOAD_TIMEOUT })))
    throw new Error('The page did not become ready.');
}

interface Internals {
  _connection: {
    toImpl(page: Page): {
      delegate: { _mainFrameSession: { _client: { send(method: string): Promise<unknown> } } };
    };
  };
}

/**
 * Disables Playwright's network tracking (private API). With tracking, Chromium copies each response
 * and reports each WebSocket message on the page's main thread. For a long history that takes longer
 * than everything that is measured.
 */
async function disableNetworkTracking(page: Page): Promise<void> {
  const { _connection } = page as unknown as Internals;
  await _connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');
}

/** A page of one subject, opened for one customer in a new browser context. */
export type SubjectPage = Awaited<ReturnType<typeof openSubject>>;

/** Opens an empty page of a subject; `load` navigates. */
export async function openSubject(
  environment: Environment,
  subject: Subject,
  customer: Customer,
  cpu: Cpu,
) {
  const { provider, app, references } = environment;
  const { hub, ledger } = provider;
  const hasHub = subject === 'app';
  ledger.clear();
  const { page, cdp, close } = await openPage(environment, cpu, customer.token);
  await disableNetworkTracking(page);

  // Holds the history requests until the page is idle, so that the time of the history includes
  // neither the start of the page nor a reconnect. CORS preflights pass.
  let isHolding = true;
  let held: string[] = [];
  // Rejects when the page has been closed.
  const pass = (requestId: string) =>
    cdp.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (!isHolding || request.method === 'OPTIONS') void pass(requestId);
    else held.push(requestId);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/66/messages/*' }] });
  const passAll = () => {
    isHolding = false;
    held.forEach((requestId) => void pass(requestId));
    held = [];
  };

  const whenIdle = () => page.evaluate(() => window.probe.whenIdle());
  const push = (message: ChatMessage) => provider.push(customer.id, message);
  let nextNumber = customer.count + 1;

  const parameters = { host: provider.url, id: String(customer.id), token: customer.token };
  const url = hasHub
    ? `${app}/chat`
    : `${references}/${subject}.html?${new URLSearchParams(parameters).toString()}`;

  /** Whether the hub is connected, and all history requests (at least two) have succeeded. */
  const isLive = () => {
    if (hub.connections(customer.id).length === 0) return false;
    const requests = ledger.requests('messages').filter(({ method }) => method === 'GET');
    const succeeded = requests.filter(({ status }) => status === 200);
    return succeeded.length > 1 && succeeded.length === requests.length;
  };

  /** Drops the hub's connection, and delivers a stored message again over the next connection. */
  const reconnect = async () => {
    // An echo adds no row. It proves that the hub serves the connection, so the page need not wait.
    const echo = provider
      .conversation(customer.id)
      .findLast(({ fromUserId }) => fromUserId === customer.id);
    if (!echo) throw new Error('The customer has sent no message.');
    ledger.clear();
    hub.terminate();
    await waitUntil(() => {
      hub.push(customer.id, echo);
      return ledger.of('delivery').length > 0;
    });
  };

  return {
    page,
    cdp,
    customer,
    whenIdle,
    close,

    /**
     * Loads the page until the history is painted and the hub is connected.
     * @returns milliseconds from the arrival of the history to its paint
     */
    async load(): Promise<number> {
      await page.addInitScript((mark) => window.probe.expectHistory(mark), markOf(customer.count));
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator('[role=log]').waitFor({ state: 'attached' });
      await waitUntil(() => held.length > 0);
      await whenIdle();
      const first = held.shift();
      if (first) void pass(first);
      const historyTime = await page.evaluate(() => window.probe.expectedTime());
      passAll();
      if (hasHub) await waitUntil(isLive);
      await whenIdle();
      return historyTime;
    },

    /** Makes the page request its history again. Holds the request until `passRefetch`. */
    async holdRefetch(): Promise<void> {
      isHolding = true;
      if (hasHub) await reconnect();
      else await page.evaluate(() => window.refetchHistory?.());
      await waitUntil(() => held.length > 0);
      await whenIdle();
    },
    passRefetch: passAll,

    /** Generates the next messages of the conversation; the provider does not store them. */
    nextMessages(count: number): ChatMessage[] {
      nextNumber += count;
      return generateMessages(customer.id, nextNumber - count, count);
    },

    /** Delivers messages at a fixed rate. @param signal stops early when it aborts */
    async deliver(messages: ChatMessage[], perSecond: number, signal?: AbortSignal): Promise<void> {
      if (hasHub) return callAtRate(messages, perSecond, push, signal);
      await page.evaluate(([all, rate]) => window.probe.startDelivery(all, rate), [
        messages,
        perSecond,
      ] as const);
      if (!signal) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await page.evaluate(() => window.probe.stopDelivery());
    },
  };
}
