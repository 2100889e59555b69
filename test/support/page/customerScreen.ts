import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Message } from '../../../src/conversation/message';
import { ChatScreen } from './chatScreen';
import { setHidden } from './page';
import { FAILED_REQUEST } from './pageLog';
import { watchRows } from '../devtools/watchRows';
import { FAILED_IMAGE, type Shown } from '../endurance/compare';

/** The console errors that the app may log (S8). */
const LOGGED_FAILURE = /^(Loading history|Sending a message|Sending an image) failed: /;

/** Classes to remove from the browser so that the app falls back to a transport. */
const MISSING_CLASSES = {
  WebSockets: [],
  ServerSentEvents: ['WebSocket'],
  LongPolling: ['WebSocket', 'EventSource'],
} as const;

export type Transport = keyof typeof MISSING_CLASSES;

/** One customer's chat screen, in a browser context of its own. */
export class CustomerScreen extends ChatScreen {
  private constructor(
    readonly context: BrowserContext,
    page: Page,
  ) {
    super(page);
  }

  /**
   * Opens the chat with a stored token.
   * @param report called with each uncaught error, each unexpected console error and each row that
   *   disappears
   * @param transport the transport to which the app falls back
   */
  static async open(
    browser: Browser,
    url: string,
    token: string,
    report: (problem: string) => void,
    transport: Transport = 'WebSockets',
  ): Promise<CustomerScreen> {
    const viewport = { width: 420, height: 760 };
    const context = await browser.newContext({ baseURL: url, viewport });
    context.setDefaultTimeout(30_000);
    context.on('weberror', (error) => report(`uncaught: ${String(error.error())}`));
    context.on('console', (line) => {
      const isExpected = FAILED_REQUEST.test(line.text()) || LOGGED_FAILURE.test(line.text());
      if (line.type() === 'error' && !isExpected) report(`console: ${line.text()}`);
    });
    await context.addInitScript((names) => {
      // A deleted global would throw a ReferenceError when the app reads it.
      for (const name of names) Object.defineProperty(window, name, { value: undefined });
    }, MISSING_CLASSES[transport]);
    await context.addInitScript(watchRows);
    const screen = new CustomerScreen(context, await context.newPage());
    await screen.openWith(token);
    return screen;
  }

  async isReady(): Promise<boolean> {
    return (await this.input.count()) > 0 && this.input.isEnabled();
  }

  async isConnected(): Promise<boolean> {
    return (
      (await this.connection.count()) > 0 && (await this.connection.textContent()) === 'Qoşulub'
    );
  }

  async press(how: 'Enter' | 'button'): Promise<void> {
    if (how === 'Enter') await this.input.press('Enter');
    else await this.send.click();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
    await this.input.waitFor();
  }

  /** The visible messages in the store, without the scrolling that `read` takes. */
  visibleMessages(): Promise<Message[]> {
    return this.page.evaluate(
      () => (Reflect.get(window, 'visibleMessages') as Message[] | undefined) ?? [],
    );
  }

  setHidden(isHidden: boolean): Promise<void> {
    return setHidden(this.page, isHidden);
  }

  /** Reads every message; one with neither text nor image is an image that failed to load. */
  async read(): Promise<Shown[]> {
    const rows = await this.readRows();
    return rows.map((row) =>
      row.text === null ? { ...row, imageUrl: row.imageUrl ?? FAILED_IMAGE } : row,
    );
  }
}
