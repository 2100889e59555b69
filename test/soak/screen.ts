import type { Browser, BrowserContext, Page } from '@playwright/test';
import { BROKEN, type Shown } from './compare';

/** Chromium's own lines about what the faults cut. */
const CHROMIUM =
  /^(Failed to load resource: |WebSocket connection to |Access to (fetch|XMLHttpRequest|resource) at )/;
/** The lines of the app that its catalogue of errors asks for. */
const CATALOGUE = /^(Loading history|Sending a message|Sending an image) failed: /;

/** One customer's page in a browser context of its own. */
export class Screen {
  readonly input;
  readonly picker;
  readonly #send;
  readonly #status;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.input = page.getByPlaceholder('Mesajınızı yazın...');
    this.picker = page.locator('input[type=file]');
    this.#send = page.getByRole('button', { name: 'Göndər' });
    this.#status = page.getByRole('banner').getByRole('status');
  }

  /** Opens the chat with a stored token; what goes wrong on the page is told. */
  static async open(
    browser: Browser,
    url: string,
    token: string,
    wrong: (what: string) => void,
  ): Promise<Screen> {
    const context = await browser.newContext({ viewport: { width: 420, height: 760 } });
    context.setDefaultTimeout(30_000);
    context.on('weberror', (error) => wrong(`uncaught: ${String(error.error())}`));
    context.on('console', (line) => {
      const isExpected = CHROMIUM.test(line.text()) || CATALOGUE.test(line.text());
      if (line.type() === 'error' && !isExpected) wrong(`console: ${line.text()}`);
    });
    const page = await context.newPage();
    // A file of the app's origin without the app in it.
    await page.goto(`${url}/favicon.svg`);
    await page.evaluate((value) => {
      localStorage.setItem('token', value);
    }, token);
    await page.goto(`${url}/chat`);
    return new Screen(context, page);
  }

  async isReady(): Promise<boolean> {
    return (await this.input.count()) > 0 && this.input.isEnabled();
  }

  async isConnected(): Promise<boolean> {
    return (await this.#status.count()) > 0 && (await this.#status.textContent()) === 'Qoşulub';
  }

  async press(how: 'Enter' | 'button'): Promise<void> {
    if (how === 'Enter') await this.input.press('Enter');
    else await this.#send.click();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
    await this.input.waitFor();
  }

  /** A headless page is never hidden by itself, so it is told that it is. */
  async hide(isHidden: boolean): Promise<void> {
    await this.page.evaluate((value) => {
      Object.defineProperties(document, {
        hidden: { configurable: true, value },
        visibilityState: { configurable: true, value: value ? 'hidden' : 'visible' },
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  }

  /** All messages in their order, from the first one down: only those near what is seen are in the page. */
  read(): Promise<Shown[]> {
    const list = this.page.getByRole('log', { name: 'Mesajlar' });
    return list.evaluate(async (log, broken) => {
      const rows = new Map<Element, Shown>();
      log.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
      // The way down begins when the list has noticed that it is up.
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      let before = -1;
      while (rows.size > before || log.scrollHeight - log.clientHeight - log.scrollTop > 1) {
        before = rows.size;
        for (const article of log.querySelectorAll('[role=article]')) {
          if (rows.has(article)) continue;
          const link = article.querySelector('a:has(img)')?.getAttribute('href');
          const text = article.querySelector('p')?.textContent ?? null;
          const picture = link ? new URL(link).pathname.slice(1) : null;
          rows.set(article, {
            isOwn: article.getAttribute('aria-label') === 'Siz',
            text,
            picture: text === null ? (picture ?? broken) : picture,
          });
        }
        log.scrollTo({ top: log.scrollHeight, behavior: 'instant' });
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
      return [...rows.values()];
    }, BROKEN);
  }
}
