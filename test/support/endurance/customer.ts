import type { Browser } from '@playwright/test';
import { redact } from '../../../src/platform/log';
import type { Session } from '../contract/clients';
import { FAILED_CALL } from '../console/captureConsole';
import { ChatScreen, type Row } from '../page/chatScreen';
import { FAILED_REQUEST } from '../page/pageLog';
import { until } from '../time/until';

/** Time that a customer waits for a pending send before doing something else, in ms. */
const SEND_TIMEOUT = 8_000;

/** Classes to remove from the browser so that the app falls back to a transport. */
const MISSING_CLASSES = {
  WebSockets: [],
  ServerSentEvents: ['WebSocket'],
  LongPolling: ['WebSocket', 'EventSource'],
} as const;

export type Transport = keyof typeof MISSING_CLASSES;

/**
 * Opens the chat of a customer in a browser context of its own.
 * @param url URL of the app
 * @param report called with each uncaught error and unexpected console error
 */
export async function openCustomer(
  browser: Browser,
  session: Session,
  transport: Transport,
  { url, report }: { url: string; report: (problem: string) => void },
): Promise<Customer> {
  const viewport = { width: 420, height: 760 };
  const context = await browser.newContext({ baseURL: url, viewport });
  context.setDefaultTimeout(30_000);
  context.on('weberror', (error) => report(`uncaught: ${String(error.error())}`));
  context.on('console', (line) => {
    const isExpected = FAILED_REQUEST.test(line.text()) || FAILED_CALL.test(line.text());
    if (line.type() === 'error' && !isExpected) report(`console: ${line.text()}`);
  });
  await context.addInitScript((names) => {
    // A deleted global would throw a ReferenceError when the app reads it.
    for (const name of names) Object.defineProperty(window, name, { value: undefined });
  }, MISSING_CLASSES[transport]);
  const screen = new ChatScreen(await context.newPage());
  await screen.openWith(session.token);
  await screen.waitUntilConnected();
  return new Customer(session, screen);
}

/** A customer with a chat screen in Chromium. */
export class Customer {
  /** Texts that the app reported as sent, by clearing the input. */
  readonly #accepted: string[] = [];
  /** The console's lines and the responses, each with its time, to explain a failure. */
  readonly log: string[] = [];
  #count = 0;

  constructor(
    readonly session: Session,
    readonly screen: ChatScreen,
  ) {
    const log = (line: string) => this.log.push(`${new Date().toISOString()} ${redact(line)}`);
    screen.page.on('console', (line) => log(line.text()));
    screen.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const isSuccess = response.ok() && !/negotiate|messages/.test(pathname);
      if (!isSuccess) log(`${response.request().method()} ${pathname}: ${response.status()}`);
    });
  }

  /**
   * Returns the texts that the page must show. An own text whose send failed may be stored, but is
   * shown only after the next history. A text that the operator has sent twice is due once, because
   * the app shows one row until the next history.
   */
  dueOf(stored: readonly Row[]): Row[] {
    // The page does not say which uploads were accepted.
    const texts = stored.filter(({ isOwn, text }) => !isOwn && text !== null);
    const incoming = new Map(texts.map((row) => [row.text, row]));
    const own = this.#accepted.map((text) => ({ isOwn: true, text, imageUrl: null }));
    return [...incoming.values(), ...own];
  }

  /** Returns a text that the conversation does not have. */
  nextText(): string {
    this.#count += 1;
    return `ə ${this.session.id} ${this.#count}`;
  }

  /** Waits until no send is pending. @returns whether that was so before the timeout */
  isReady(signal = new AbortController().signal): Promise<boolean> {
    return until(() => this.screen.isReady(), { timeout: SEND_TIMEOUT, signal });
  }

  /** Presses Enter, or the button, and waits for the result. @returns the text left in the input */
  async send(how: 'Enter' | 'button'): Promise<string | undefined> {
    const { input, send } = this.screen;
    const text = await input.inputValue();
    await (how === 'Enter' ? input.press('Enter') : send.click());
    if (!(await this.isReady())) return undefined;
    const left = await input.inputValue();
    if (left === '') this.#accepted.push(text);
    return left;
  }
}
