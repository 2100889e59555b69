import { expect, type BrowserContext } from '@playwright/test';

const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}/;
/** Chromium's own errors about a request that failed. */
const FAILED_REQUEST = /^(Failed to load resource: |Access to fetch at )/;
/** And about a WebSocket: its address holds the token, and no page can keep Chromium from printing it. */
const FAILED_UPGRADE = "WebSocket connection to 'ws://";

/** What the pages of a test say on the console, and what they let go uncaught. */
export class PageLog {
  readonly lines: string[] = [];
  readonly #errors: string[] = [];
  readonly #failed: string[] = [];
  readonly #uncaught: string[] = [];
  readonly #expected: string[] = [];
  readonly #expectedUncaught: string[] = [];
  #isFailureInjected = false;

  /** @param origin the app's; what other pages say is not the app's doing */
  constructor(context: BrowserContext, origin: string) {
    context.on('console', (line) => {
      if (!line.page()?.url().startsWith(origin)) return;
      const text = line.text();
      const isError = line.type() === 'error';
      this.lines.push(text);
      if (text.startsWith(FAILED_UPGRADE) || (isError && FAILED_REQUEST.test(text))) {
        this.#failed.push(text);
      } else if (isError) this.#errors.push(text);
    });
    context.on('weberror', (error) => this.#uncaught.push(String(error.error())));
  }

  /** The test makes requests fail: Chromium may say so, and these are the app's own errors, in order. */
  expectErrors(...errors: string[]): void {
    this.#isFailureInjected = true;
    this.#expected.push(...errors);
  }

  /** The test makes the app stop with these errors, in order. */
  expectUncaught(...errors: string[]): void {
    this.#expectedUncaught.push(...errors);
  }

  /** Holds what was said to the rules that are the same for every test. */
  check(): void {
    const allowed = this.#isFailureInjected ? this.#failed : [];
    const unforeseen = this.#isFailureInjected ? [] : this.#failed;
    expect(this.#uncaught, 'uncaught errors').toEqual(this.#expectedUncaught);
    expect([...unforeseen, ...this.#errors], 'console errors').toEqual(this.#expected);
    expect(
      this.lines.filter((line) => JWT.test(line) && !allowed.includes(line)),
      'console lines with a token in them',
    ).toEqual([]);
  }
}
