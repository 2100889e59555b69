import { expect, type BrowserContext } from '@playwright/test';
import { FAILED_CONNECTION, FAILED_INVOCATION } from '../console/captureConsole';

const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}/;
/**
 * Chromium's own console lines about requests that failed. The line about a WebSocket contains the
 * token, as part of its URL: no page can keep Chromium from printing it.
 */
export const FAILED_REQUEST =
  /^(Failed to load resource: |Access to (?:fetch|XMLHttpRequest|resource) at |WebSocket connection to 'wss?:\/\/)/;
/** Chromium's console line about a script whose hash does not match. */
const FAILED_INTEGRITY = 'Failed to find a valid digest ';
/** Warnings about a hub that cannot be reached. */
const HUB_WARNINGS = [FAILED_CONNECTION, FAILED_INVOCATION];

/** Keeps one line of each failed history: how often it is fetched depends on the test's duration. */
const withoutRepeats = (lines: unknown[]) =>
  lines.filter(
    (line, index) =>
      !String(line).startsWith('Loading history failed') || lines.indexOf(line) === index,
  );

/**
 * Records the console lines and uncaught errors of a test's pages. Chromium also prints violations of
 * the Content Security Policy. A test adds those that it expects to `expected`, in their order, before
 * they happen. An uncaught error that is not expected closes the pages.
 */
export class PageLog {
  readonly lines: string[] = [];
  /** Uncaught errors, and console errors and warnings, but for failed requests. */
  readonly recorded: string[] = [];
  readonly expected: unknown[] = [];
  /** Whether React may notice a changed page while it hydrates, and render it again. */
  expectsHydrationErrors = false;
  readonly #failedRequests: string[] = [];
  #isFailureInjected = false;

  /** @param origin the app's origin; pages of other origins are ignored */
  constructor(context: BrowserContext, origin: string) {
    context.on('console', (line) => {
      if (!line.page()?.url().startsWith(origin)) return;
      const text = line.text();
      const isError = line.type() === 'error';
      this.lines.push(text);
      if (FAILED_REQUEST.test(text) || (isError && text.startsWith(FAILED_INTEGRITY)))
        this.#failedRequests.push(text);
      else if (
        isError ||
        (line.type() === 'warning' && !HUB_WARNINGS.some((one) => one.test(text)))
      )
        this.recorded.push(text);
    });
    context.on('weberror', (error) => {
      const text = String(error.error());
      if (this.expectsHydrationErrors && text.includes('React error #418')) return;
      this.recorded.push(`Uncaught ${text}`);
      // The test would wait a minute for an element that can no longer appear.
      if (this.expected.length === 0) void context.close();
    });
  }

  /** Expects failed requests, and these console errors of the app, in this order. */
  expectErrors(...errors: unknown[]): void {
    this.#isFailureInjected = true;
    this.expected.push(...errors);
  }

  /** Asserts that only what the test expects was recorded, and that no console line contains a token. */
  check(): void {
    const { recorded, expected } = this;
    const allowed = this.#isFailureInjected ? this.#failedRequests : [];
    const unexpected = this.#isFailureInjected ? [] : this.#failedRequests;
    const withToken = this.lines.filter((line) => JWT.test(line) && !allowed.includes(line));
    expect(withoutRepeats([...unexpected, ...recorded])).toEqual(withoutRepeats(expected));
    expect(withToken).toEqual([]);
  }
}
