import { expect } from '@playwright/test';
import { launchChromium } from '../engines/drivers/playwright';
import { launchFirefox } from '../engines/drivers/puppeteer';
import type { Browser } from '../engines/drivers/tab';
import { appTest } from '../engines/appTest';
import { AppTab } from '../engines/appTab';
import { Desktop } from './desktop/desktop';
import { Keyboard } from './keyboard';
import { Listener } from './listener';

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
    async ({ engine, desktop }, use) => {
      const { display, env } = desktop;
      const report = (problem: string) => console.error(problem);
      const options = { display: display.name, isDark: false, env, report };
      const browser = await LAUNCH[engine](options);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  appTab: async ({ driver, app, provider, customer, desktop, engine }, use) => {
    const tab = await driver.newTab();
    // Otherwise the address bar has the keyboard.
    await tab.open(`${app.url}/favicon.svg`);
    await desktop.display.clickInto(engine);
    await use(new AppTab(tab, app.url, provider, customer.token));
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
