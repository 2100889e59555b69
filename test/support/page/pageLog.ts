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
/** Chromium's console lines about violations of the Content Security Policy. */
const VIOLATION = /violates the (following|document's) Content Security Policy|requires 'Trusted/;
/** The binding through which pages report violations of their Content Security Policy. */
const REPORT = 'reportViolation';

/** Keeps one line of each failed history: how often it is fetched depends on the test's duration. */
const withoutRepeats = (lines: unknown[]) =>
  lines.filter(
    (line, index) =>
      !String(line).startsWith('Loading history failed') || lines.indexOf(line) === index,
  );

/** Records the console lines, uncaught errors and policy violations of a test's pages. */
export class PageLog {
  readonly lines: string[] = [];
  readonly #errors: string[] = [];
  readonly #failedRequests: string[] = [];
  readonly #warnings: string[] = [];
  readonly #uncaught: string[] = [];
  readonly #expected: unknown[] = [];
  readonly #expectedUncaught: unknown[] = [];
  readonly #violations: string[] = [];
  readonly #expectedViolations: string[] = [];
  #isFailureInjected = false;

  /** @param origin the app's origin; pages of other origins are ignored */
  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
  ) {
    context.on('console', (line) => {
      if (!line.page()?.url().startsWith(origin)) return;
      const text = line.text();
      const isError = line.type() === 'error';
      this.lines.push(text);
      if (FAILED_REQUEST.test(text) || (isError && text.startsWith(FAILED_INTEGRITY))) {
        this.#failedRequests.push(text);
      } else if (isError && !VIOLATION.test(text)) this.#errors.push(text);
      else if (line.type() === 'warning') this.#warnings.push(text);
    });
    context.on('weberror', (error) => this.#uncaught.push(String(error.error())));
  }

  /** Records violations of the Content Security Policy in pages opened from now on. */
  async watchPolicy(): Promise<void> {
    await this.context.exposeBinding(REPORT, ({ frame }, violation: string) => {
      const isNew = !this.#violations.includes(violation);
      if (isNew && frame.url().startsWith(this.origin)) this.#violations.push(violation);
    });
    await this.context.addInitScript((name) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const report = Reflect.get(window, name) as (violation: string) => void;
        report(`${effectiveDirective} ${blockedURI}`);
      });
    }, REPORT);
  }

  /** Expects these violations of the Content Security Policy, in this order; each is recorded once. */
  expectViolations(...violations: string[]): void {
    this.#expectedViolations.push(...violations);
  }

  /** The violations recorded so far. */
  get violations(): readonly string[] {
    return this.#violations;
  }

  /** Expects failed requests, and these console errors of the app, in this order. */
  expectErrors(...errors: unknown[]): void {
    this.#isFailureInjected = true;
    this.#expected.push(...errors);
  }

  /** Expects these uncaught errors, in this order. */
  expectUncaught(...errors: unknown[]): void {
    this.#expectedUncaught.push(...errors);
  }

  /** Asserts that only what the test expects was recorded, and that no console line contains a token. */
  check(): void {
    const allowed = this.#isFailureInjected ? this.#failedRequests : [];
    const unexpected = this.#isFailureInjected ? [] : this.#failedRequests;
    expect(this.#uncaught, 'uncaught errors').toEqual(this.#expectedUncaught);
    expect(this.#violations, 'violations of the page’s policy').toEqual(this.#expectedViolations);
    expect(withoutRepeats([...unexpected, ...this.#errors]), 'console errors').toEqual(
      withoutRepeats(this.#expected),
    );
    expect(
      this.#warnings.filter(
        (line) => !FAILED_CONNECTION.test(line) && !FAILED_INVOCATION.test(line),
      ),
      'console warnings',
    ).toEqual([]);
    expect(
      this.lines.filter((line) => JWT.test(line) && !allowed.includes(line)),
      'console lines with a token in them',
    ).toEqual([]);
  }
}
