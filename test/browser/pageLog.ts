import { expect, type BrowserContext } from '@playwright/test';

const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}/;
/** Chromium's own errors about a request that failed. */
const FAILED_REQUEST =
  /^(Failed to load resource: |Access to (?:fetch|XMLHttpRequest) at |Failed to find a valid digest )/;
/** And about a WebSocket: its address holds the token, and no page can keep Chromium from printing it. */
const FAILED_UPGRADE = "WebSocket connection to 'ws://";
/** What a page reports violations of its policy to. */
const REPORT = 'reportViolation';
/** And what Chromium says of them on the console. */
const VIOLATION = /violates the (following|document's) Content Security Policy|requires 'Trusted/;

/** What the pages of a test say on the console, and what they let go uncaught. */
export class PageLog {
  readonly lines: string[] = [];
  readonly #errors: string[] = [];
  readonly #failed: string[] = [];
  readonly #uncaught: string[] = [];
  readonly #expected: string[] = [];
  readonly #expectedUncaught: string[] = [];
  readonly #violations: string[] = [];
  readonly #expectedViolations: string[] = [];
  #isFailureInjected = false;

  /** @param origin the app's; what other pages say is not the app's doing */
  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
  ) {
    context.on('console', (line) => {
      if (!line.page()?.url().startsWith(origin)) return;
      const text = line.text();
      const isError = line.type() === 'error';
      this.lines.push(text);
      if (text.startsWith(FAILED_UPGRADE) || (isError && FAILED_REQUEST.test(text))) {
        this.#failed.push(text);
      } else if (isError && !VIOLATION.test(text)) this.#errors.push(text);
    });
    context.on('weberror', (error) => this.#uncaught.push(String(error.error())));
  }

  /** From here on the pages report whatever their Content Security Policy forbids. */
  async watchPolicy(): Promise<void> {
    await this.context.exposeBinding(REPORT, ({ frame }, violation: string) => {
      const isNew = !this.#violations.includes(violation);
      if (isNew && frame.url().startsWith(this.origin)) this.#violations.push(violation);
    });
    await this.context.addInitScript((report) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const tell = Reflect.get(window, report) as (violation: string) => void;
        tell(`${effectiveDirective} ${blockedURI}`);
      });
    }, REPORT);
  }

  /** The test makes the page break its policy in these ways, in order; each counts once. */
  expectViolations(...violations: string[]): void {
    this.#expectedViolations.push(...violations);
  }

  /** What was forbidden so far. */
  get violations(): readonly string[] {
    return this.#violations;
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
    expect(this.#violations, 'violations of the page’s policy').toEqual(this.#expectedViolations);
    expect([...unforeseen, ...this.#errors], 'console errors').toEqual(this.#expected);
    expect(
      this.lines.filter((line) => JWT.test(line) && !allowed.includes(line)),
      'console lines with a token in them',
    ).toEqual([]);
  }
}
