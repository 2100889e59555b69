import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { leaveDocument } from './leaveDocument';
import type { Browser, Key, LaunchOptions, Point, Tab } from './tab';

/**
 * Firefox's own lines about requests that failed. WebDriver BiDi reports them as errors of the page.
 */
const NETWORK_LINE =
  /^(Cross-Origin Request Blocked: |Firefox can’t establish a connection to the server at |The connection to \S+ was interrupted while the page was loading)/;

/** A tab of Firefox. */
class PuppeteerTab implements Tab {
  constructor(private readonly page: Page) {}

  private navigate(script: string): Promise<void> {
    const run = (body: string) => this.page.evaluate(`(() => { ${body} })()`);
    return leaveDocument(run, () => run(script));
  }

  open(url: string): Promise<void> {
    return this.navigate(`location.href = ${JSON.stringify(url)}`);
  }

  back(): Promise<void> {
    return this.navigate('history.back()');
  }

  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    return this.page.evaluate(run as never, argument);
  }

  moveTo({ x, y }: Point): Promise<void> {
    return this.page.mouse.move(x, y);
  }

  clickAt({ x, y }: Point): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  async press(key: Key, modifier?: 'Shift'): Promise<void> {
    if (modifier) await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    if (modifier) await this.page.keyboard.up(modifier);
  }

  async chooseFiles(selector: string, paths: string[]): Promise<void> {
    const input = (await this.page.$(selector)) as ElementHandle<HTMLInputElement> | null;
    if (!input) throw new Error(`There is no ${selector}.`);
    await input.uploadFile(...paths);
  }

  show(): Promise<void> {
    return this.page.bringToFront();
  }

  resize(width: number, height: number): Promise<void> {
    return this.page.setViewport({ width, height });
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

const PREFERENCES = {
  'intl.accept_languages': 'en-US',
  // No window of Firefox's own may cover the page.
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/**
 * Starts Firefox with a window, because headless Firefox has no pointer.
 * @throws Error if it does not start
 */
export async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const { display, isDark, env, report } = options;
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: false,
    defaultViewport: null,
    args: ['--width=1280', '--height=900'],
    env: { ...process.env, DISPLAY: display, TZ: 'Asia/Baku', MOZ_ENABLE_WAYLAND: '0', ...env },
    extraPrefsFirefox: {
      ...PREFERENCES,
      'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    },
  });
  return {
    newTab: async () => {
      const page = await browser.newPage();
      page.on('pageerror', (error) => {
        const { message } = error as Error;
        if (!NETWORK_LINE.test(message)) report(message);
      });
      return new PuppeteerTab(page);
    },
    close: () => browser.close(),
  };
}
