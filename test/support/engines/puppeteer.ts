import {
  launch,
  type ElementHandle,
  type LaunchOptions as Settings,
  type Page,
} from 'puppeteer-core';
import { findChromium } from '../build/findChromium';
import type { Browser, Key, LaunchOptions, Point, Tab } from './tab';

/** Firefox's own lines about requests that failed. WebDriver BiDi reports them as errors of the page. */
const NETWORK_LINE =
  /^(Cross-Origin Request Blocked: |Firefox can’t establish a connection to the server at |The connection to \S+ was interrupted while the page was loading)/;

/** A tab of Firefox or Chromium. */
class PuppeteerTab implements Tab {
  constructor(private readonly page: Page) {}

  readonly type = (text: string) => this.page.keyboard.type(text);
  readonly show = () => this.page.bringToFront();
  readonly close = () => this.page.close();

  evaluate<Result, Argument>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    return this.page.evaluate(run as never, argument);
  }

  clickAt({ x, y }: Point): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  async press(key: Key, modifier?: 'Shift'): Promise<void> {
    if (modifier) await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    if (modifier) await this.page.keyboard.up(modifier);
  }

  async chooseFile(selector: string, file: string): Promise<void> {
    const input = (await this.page.$(selector)) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(file);
  }

  resize(width: number, height: number): Promise<void> {
    return this.page.setViewport({ width, height });
  }
}

/** Starts a browser with a window, because a headless browser has no pointer. */
async function start(
  settings: Settings,
  { display, env, report }: LaunchOptions,
): Promise<Browser> {
  const browser = await launch({
    headless: false,
    defaultViewport: null,
    env: { ...process.env, DISPLAY: display, TZ: 'Asia/Baku', MOZ_ENABLE_WAYLAND: '0', ...env },
    ...settings,
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

export const launchFirefox = (options: LaunchOptions): Promise<Browser> => {
  const extraPrefsFirefox = {
    'intl.accept_languages': 'en-US',
    'layout.css.prefers-color-scheme.content-override': 1,
    // No window of Firefox's own may cover the page.
    'browser.aboutwelcome.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
  };
  const executablePath = '/usr/bin/firefox-esr';
  const args = ['--width=1280', '--height=900'];
  return start({ browser: 'firefox', executablePath, args, extraPrefsFirefox }, options);
};

export const launchChromium = (options: LaunchOptions): Promise<Browser> => {
  // Otherwise Chromium tells a screen reader about its window alone.
  const args = ['--force-renderer-accessibility', '--window-size=1280,900', '--no-sandbox'];
  return start({ browser: 'chrome', executablePath: findChromium() ?? 'chromium', args }, options);
};
