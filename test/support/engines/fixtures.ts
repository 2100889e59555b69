import { test as base, expect } from '@playwright/test';
import path from 'node:path';
import { startProvider, type Provider } from '../../stand-in/provider';
import { pointAt } from '../build/pointAt';
import { serveApp } from '../build/serveApp';
import { deferred } from '../time/frames';
import { AppTab } from './appTab';
import { Display } from './drivers/display';
import { launchChromium } from './drivers/playwright';
import { launchFirefox } from './drivers/puppeteer';
import type { Browser } from './drivers/tab';
import { launchWebKit } from './drivers/webKit';
import { withProbe } from './probe';

const DIST = path.join(__dirname, '../../../dist');

/** The build, served with the probe in its page. */
interface AppServer {
  readonly url: string;
  /** Delays the files whose names match until `release` is called. */
  hold(name: RegExp): { requested: Promise<void>; release: () => void };
  stop(): Promise<void>;
}

/** Serves the build in dist/. @param host the provider host to write into the page */
async function startApp(host: string): Promise<AppServer> {
  const holds: { name: RegExp; reach: () => void; released: Promise<void> }[] = [];
  const before = async (file: string) => {
    for (const { name, reach, released } of holds) {
      if (!name.test(file)) continue;
      reach();
      await released;
    }
  };
  const app = await serveApp(DIST, (page) => withProbe(pointAt(page, host)), before);
  return {
    ...app,
    hold: (name) => {
      const reached = deferred();
      const released = deferred();
      holds.push({ name, reach: reached.resolve, released: released.promise });
      return { requested: reached.promise, release: released.resolve };
    },
  };
}

const PHONE = '+994501234567';

/** A customer of the stand-in server. */
interface Customer {
  id: number;
  token: string;
}

interface AppFixtures {
  provider: Provider;
  app: AppServer;
  customer: Customer;
}

/** Tests that have the app, a stand-in server and a customer of it, and a browser of their own. */
export const appTest = base.extend<AppFixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    await provider.stop();
  },

  app: async ({ provider }, use) => {
    const app = await startApp(provider.url);
    await use(app);
    await app.stop();
  },

  customer: async ({ provider }, use) => {
    await use({ id: provider.customerFor(PHONE).id, token: provider.tokenFor(PHONE) });
  },
});

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
