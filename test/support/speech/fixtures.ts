import { expect } from '@playwright/test';
import { AppTab } from '../engines/appTab';
import type { Display } from '../engines/display';
import { appTest } from '../engines/fixtures';
import { launchChromium, launchFirefox } from '../engines/puppeteer';
import type { Browser } from '../engines/tab';
import { Desktop } from './desktop';
import { Listener } from './listener';

/** Delay between two keys, in ms. */
const KEY_DELAY = 60;

/** A keyboard whose keys the screen reader sees, unlike those of a browser's driver. */
class Keyboard {
  constructor(private readonly display: Display) {}

  /** Presses a key by its X name, for example `ctrl+End`. */
  press(key: string): void {
    this.display.xdotool('key', '--delay', KEY_DELAY, key);
  }

  type(text: string): void {
    this.display.xdotool('type', '--delay', KEY_DELAY, text);
  }

  /**
   * Switches the screen reader to its browse mode, in which the arrow keys read the page, or to its
   * focus mode, in which keys reach the focused element.
   */
  async switchTo(mode: 'Browse mode' | 'Focus mode', listener: Listener): Promise<void> {
    const change = () => this.display.xdotool('keydown', 'Insert', 'key', 'a', 'keyup', 'Insert');
    const isChanged = async () =>
      (await listener.hear(change)).some((text) => text.startsWith(mode));
    if (!(await isChanged()) && !(await isChanged()))
      throw new Error(`The screen reader does not say "${mode}".`);
  }
}

const LAUNCH = { firefox: launchFirefox, chromium: launchChromium };

/** The browser of a worker. */
export interface WorkerOptions {
  engine: keyof typeof LAUNCH;
}

interface WorkerFixtures extends WorkerOptions {
  desktop: Desktop;
  driver: Browser;
}

interface Fixtures {
  appTab: AppTab;
  listener: Listener;
  keyboard: Keyboard;
}

export const test = appTest.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],

  desktop: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const desktop = await Desktop.start();
      await use(desktop);
      await desktop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  driver: [
    async ({ engine, desktop: { display, env } }, use) => {
      const report = (problem: string) => console.error(problem);
      const browser = await LAUNCH[engine]({ display: display.name, env, report });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  appTab: async ({ driver, app, provider, customer, desktop }, use) => {
    const tab = await driver.newTab();
    const appTab = new AppTab(tab, app.url, provider, customer.token);
    await appTab.open(`${app.url}/favicon.svg`);
    // Into the page. Otherwise the address bar has the keyboard.
    desktop.display.xdotool('mousemove', 640, 500, 'click', 1);
    await use(appTab);
    await tab.close();
  },

  listener: async ({ desktop }, use) => {
    await use(new Listener(desktop));
  },

  keyboard: async ({ desktop }, use) => {
    await use(new Keyboard(desktop.display));
  },
});

export { expect };
