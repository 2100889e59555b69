import type { CDPSession, Page } from '@playwright/test';
import { until } from '../support/time/until';
import { openPage, type Environment, type Setting } from './environment';
import type { Values } from './figures';
import { callAtRate, generateMessages, textOf } from './messages';

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

/** A loaded page that shows a customer's history. */
export interface Chat {
  readonly environment: Environment;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly customerId: number;
  /** Whether this is the app, which has a hub, and not a reference page. */
  readonly isApp: boolean;
  /** Number of messages in the conversation. */
  count: number;
  /** Time from the history's response to its paint, in ms. */
  historyTime: number;
}

/**
 * Waits until the app is connected, and delivers the customer's last message again. The app adds no
 * row, and fetches its history at once, because the connection is subscribed.
 */
async function makeSubscribed({ environment, customerId }: Chat): Promise<void> {
  const { provider } = environment;
  await until(() => provider.hub.connections(customerId).length > 0);
  const own = provider.conversation(customerId).filter((each) => each.fromUserId === customerId);
  provider.pushMessage(customerId, own.at(-1));
}

/** Loads a page until its history is painted and merged, and times the history. */
async function load(chat: Chat, url: string): Promise<void> {
  const { page, isApp, count } = chat;
  await page.addInitScript(() => window.probe.holdHistories());
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('[role=log]').waitFor({ state: 'attached' });
  const painting = await page.evaluateHandle(async (lastText) => {
    await window.probe.whenHistoryIsHeld();
    const latency = window.probe.historyLatency(lastText);
    window.probe.passHistories();
    return { latency };
  }, textOf(count));
  chat.historyTime = await painting.evaluate(({ latency }) => latency);
  if (isApp) await makeSubscribed(chat);
  await page.evaluate((fetches) => window.probe.whenHistoriesAreMerged(fetches), isApp ? 2 : 1);
}

/** Returns a measurement that opens and loads a page, measures it and closes it. */
export const inChat =
  (measure: (chat: Chat) => Promise<Values> | Values) =>
  async (environment: Environment, { subject, cpu, count }: Setting): Promise<Values> => {
    const { page, cdp, customerId, token } = await openPage(environment, cpu, count);
    await disableNetworkTracking(page);
    const isApp = subject === 'app';
    const { provider, url } = environment;
    const history = `${provider.url}/api/66/messages/${customerId}`;
    const query = new URLSearchParams({ subject, id: String(customerId), history, token });
    const chat: Chat = { environment, page, cdp, customerId, isApp, count, historyTime: NaN };
    const address = isApp ? `${url}/chat` : `${url}/references/index.html?${query.toString()}`;
    await load(chat, address);
    const values = await measure(chat);
    await page.context().close();
    return values;
  };

/** Delivers new messages at a fixed rate. The provider does not store them. */
export async function deliver(chat: Chat, count: number, perSecond: number): Promise<void> {
  const { environment, page, customerId, isApp } = chat;
  const messages = generateMessages(customerId, chat.count + 1, count);
  chat.count += count;
  if (isApp)
    await callAtRate(messages, perSecond, (message) => {
      environment.provider.pushMessage(customerId, message);
    });
  else
    await page.evaluate(([all, rate]) => window.probe.deliver(all, rate), [
      messages,
      perSecond,
    ] as const);
}

/** Makes the page request its history again, and holds the request until the page is idle. */
export async function holdRefetch(chat: Chat): Promise<void> {
  const { environment, page, isApp } = chat;
  await page.evaluate(() => window.probe.holdHistories());
  if (isApp) {
    environment.provider.hub.terminate();
    await makeSubscribed(chat);
  } else await page.evaluate(() => window.refetchHistory?.());
  await page.evaluate(() => window.probe.whenHistoryIsHeld());
}
