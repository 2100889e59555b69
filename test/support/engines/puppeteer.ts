import { launch, type KeyInput, type LaunchOptions, type Page } from 'puppeteer-core';
import { findChromium } from '../build/findChromium';

/** One tab of a browser: the part of Puppeteer's page that the tests use. */
export interface Tab extends Pick<Page, 'evaluate' | 'bringToFront' | 'setViewport' | 'close'> {
  readonly keyboard: Record<'press' | 'down' | 'up', (key: KeyInput) => Promise<void>> & {
    type(text: string): Promise<void>;
  };
  readonly mouse: { click(x: number, y: number): Promise<void> };
  /** Chooses a file for the first element that a selector matches, without the system's dialog. */
  chooseFile(selector: string, file: string): Promise<void>;
}

/** A running browser, whose tabs share their storage. */
export interface Browser {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** Starts a browser with a window, because a headless browser has no pointer. */
async function start(options: LaunchOptions): Promise<Browser> {
  const browser = await launch({ headless: false, defaultViewport: null, ...options });
  const newTab = async () => {
    const page = await browser.newPage();
    const chooseFile = async (selector: string, file: string) => {
      const input = await page.waitForSelector(selector);
      await (await input?.toElement('input'))?.uploadFile(file);
    };
    return Object.assign(page, { chooseFile });
  };
  return { newTab, close: () => browser.close() };
}

export const launchFirefox = (): Promise<Browser> =>
  start({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    args: ['--width=1280', '--height=900'],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'layout.css.prefers-color-scheme.content-override': 1,
      // No window of Firefox's own may cover the page.
      'browser.aboutwelcome.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
    },
  });

export const launchChromium = (): Promise<Browser> =>
  start({
    executablePath: findChromium() ?? 'chromium',
    // Without the first flag, Chromium reports only its window to a screen reader.
    args: ['--force-renderer-accessibility', '--window-size=1280,900', '--no-sandbox'],
  });
