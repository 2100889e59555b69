import { expect } from '@playwright/test';
import { Display } from './drivers/display';
import { launchChromium } from './drivers/playwright';
import { launchFirefox } from './drivers/puppeteer';
import type { Browser } from './drivers/tab';
import { launchWebKit } from './drivers/webKit';
import { appTest } from './appTest';
import { AppTab } from './appTab';

/** SignalR's warning about a lost connection. */
const CONNECTION_LOST = /^warn: Connection disconnected with error/;

/** The problems that were found, and the patterns of those that the test expects. */
class Problems {
  readonly found: string[] = [];
  #expected: RegExp[] = [CONNECTION_LOST];

  expect(...expected: RegExp[]): void {
    this.#expected.push(...expected);
  }

  unexpected(): string[] {
    return this.found.filter((problem) => !this.#expected.some((one) => one.test(problem)));
  }
}

const LAUNCH = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };

/** Options of a worker's browser. */
export interface WorkerOptions {
  engine: keyof typeof LAUNCH;
  isDark: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  display: Display;
  driver: { browser: Browser; reported: string[] };
}

interface Fixtures {
  problems: Problems;
  /** Opens a further tab of the same customer. */
  newAppTab: () => Promise<AppTab>;
  appTab: AppTab;
}

export const test = appTest.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  isDark: [false, { option: true, scope: 'worker' }],

  display: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const display = await Display.start();
      await use(display);
      display.stop();
    },
    { scope: 'worker' },
  ],

  driver: [
    async ({ engine, isDark, display }, use) => {
      const reported: string[] = [];
      const report = (problem: string) => void reported.push(`reported: ${problem}`);
      const browser = await LAUNCH[engine]({ display: display.name, isDark, report });
      await use({ browser, reported });
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
  problems: async ({}, use) => {
    await use(new Problems());
  },

  newAppTab: async ({ app, provider, customer, driver, problems }, use) => {
    const appTabs: AppTab[] = [];
    await use(async () => {
      const tab = await driver.browser.newTab();
      const appTab = new AppTab(tab, app.url, provider, customer.token);
      appTabs.push(appTab);
      return appTab;
    });
    for (const appTab of appTabs) {
      problems.found.push(...(await appTab.recorded()));
      await appTab.tab.close();
    }
    problems.found.push(...driver.reported.splice(0));
    expect(problems.unexpected(), 'errors, warnings and policy violations').toEqual([]);
  },

  appTab: async ({ newAppTab }, use) => {
    const appTab = await newAppTab();
    await appTab.tab.resize(1024, 720);
    await use(appTab);
  },
});

export { expect };
