import { expect } from '@playwright/test';
import path from 'node:path';
import { providerTest } from '../browser/fixtures';
import { pointAt } from '../build/pointAt';
import { serveApp } from '../build/serveApp';
import { FAILED_CONNECTION } from '../console/captureConsole';
import { deferred } from '../time/frames';
import { AppTab } from './appTab';
import { startDisplay } from './display';
import { launchChromium, launchFirefox, type Browser, type Tab } from './puppeteer';
import { launchWebKit } from './webKit';

const DIST = path.join(__dirname, '../../../dist');

/** Key of the recorded problems in the session storage, which outlives a navigation. */
const PROBLEMS = 'test-problems';

/**
 * Records problems: uncaught errors, violations of the page's policy, and errors and warnings in the
 * console. Runs in the page before the app, so it may use nothing from outside.
 */
function installProbe(key: string): void {
  const report = (problem: string) => {
    const earlier = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    sessionStorage.setItem(key, JSON.stringify([...earlier, problem]));
  };
  addEventListener('error', ({ message }) => report(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => report(`rejected: ${String(reason)}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    report(`policy: ${effectiveDirective} ${blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const)
    console[level] = (...parts: unknown[]) => report(parts.map(String).join(' '));
}

/** The build in dist/, served with the probe in its page. */
interface App {
  readonly url: string;
  /** Delays the main script until `release` is called. */
  holdScript(): { requested: Promise<void>; release: () => void };
}

const LAUNCH = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };

/** The browser of a worker. */
export interface WorkerOptions {
  engine: keyof typeof LAUNCH;
}

interface WorkerFixtures extends WorkerOptions {
  /** The screen on which the browser has its windows. */
  display: null;
  driver: Browser;
}

interface Fixtures {
  app: App;
  /** Opens a further tab of the same customer. */
  newAppTab: () => Promise<AppTab>;
  appTab: AppTab;
}

/** Tests that have the app, a stand-in server and a customer of it, in a browser with a window. */
export const test = providerTest.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],

  display: [
    async ({}, use) => {
      const stop = await startDisplay();
      await use(null);
      stop();
    },
    { scope: 'worker', auto: true },
  ],

  driver: [
    async ({ engine }, use) => {
      const browser = await LAUNCH[engine]();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  app: async ({ provider }, use) => {
    const requested = deferred();
    let released = Promise.resolve();
    const before = async (file: string) => {
      if (!/main\..*\.js$/.test(file)) return;
      requested.resolve();
      await released;
    };
    // Before the page's policy, which would reject a script that is not the build's.
    const probe = `<head><script>(${installProbe.toString()})('${PROBLEMS}')</script>`;
    const edit = (page: string) => pointAt(page, provider.url).replace('<head>', probe);
    const served = await serveApp(DIST, edit, before);
    const holdScript = () => {
      const release = deferred();
      released = release.promise;
      return { requested: requested.promise, release: release.resolve };
    };
    await use({ url: served.url, holdScript });
    await served.stop();
  },

  newAppTab: async ({ app, provider, customer, driver }, use) => {
    const tabs: Tab[] = [];
    await use(async () => {
      const tab = await driver.newTab();
      tabs.push(tab);
      return new AppTab(tab, app.url, provider, customer.token);
    });
    for (const tab of tabs) {
      const recorded = await tab.evaluate((key) => sessionStorage.getItem(key), PROBLEMS);
      const problems = JSON.parse(recorded ?? '[]') as string[];
      expect(problems.filter((problem) => !FAILED_CONNECTION.test(problem))).toEqual([]);
      await tab.close();
    }
  },

  appTab: async ({ newAppTab }, use) => {
    const appTab = await newAppTab();
    await appTab.tab.setViewport({ width: 1024, height: 720 });
    await use(appTab);
  },
});

export { expect };
