import { test as base, expect } from '@playwright/test';
import path from 'node:path';
import { startProvider, type Provider } from '../../stand-in/provider';
import { pointAt } from '../build/pointAt';
import { serveApp } from '../build/serveApp';
import { deferred } from '../time/frames';
import { AppTab } from './appTab';
import { Display } from './display';
import { launchChromium, launchFirefox } from './puppeteer';
import type { Browser, Tab } from './tab';
import { launchWebKit } from './webKit';

const DIST = path.join(__dirname, '../../../dist');
const PHONE = '+994501234567';

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
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      report(`${level}: ${parts.map(String).join(' ')}`);
      print(...parts);
    };
  }
}

/** Reads what the probe has recorded in a tab, except SignalR's warning about a lost connection. */
async function readProblems(tab: Tab): Promise<string[]> {
  const problems = await tab.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[],
    PROBLEMS,
  );
  return problems.filter((one) => !one.startsWith('warn: Connection disconnected with error'));
}

/** The build, served with the probe in its page. */
interface AppServer {
  readonly url: string;
  /** Delays the main script until `release` is called. */
  holdScript(): { requested: Promise<void>; release: () => void };
  stop(): Promise<void>;
}

/** Serves the build in dist/. @param host the provider host to write into the page */
async function startApp(host: string): Promise<AppServer> {
  const requested = deferred();
  let released = Promise.resolve();
  const before = async (file: string) => {
    if (!/main\..*\.js$/.test(file)) return;
    requested.resolve();
    await released;
  };
  // Before the page's policy, which would reject a script that is not the build's.
  const probe = `<head><script>(${installProbe.toString()})('${PROBLEMS}')</script>`;
  const edit = (page: string) => pointAt(page, host).replace('<head>', probe);
  const app = await serveApp(DIST, edit, before);
  const holdScript = () => {
    const release = deferred();
    released = release.promise;
    return { requested: requested.promise, release: release.resolve };
  };
  return { ...app, holdScript };
}

interface AppFixtures {
  provider: Provider;
  app: AppServer;
  customer: { id: number; token: string };
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

const LAUNCH = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };

/** The browser of a worker. */
export interface WorkerOptions {
  engine: keyof typeof LAUNCH;
}

interface WorkerFixtures extends WorkerOptions {
  display: Display;
  driver: { browser: Browser; reported: string[] };
}

interface Fixtures {
  /** Opens a further tab of the same customer. */
  newAppTab: () => Promise<AppTab>;
  appTab: AppTab;
}

export const test = appTest.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],

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
    async ({ engine, display }, use) => {
      const reported: string[] = [];
      const report = (problem: string) => void reported.push(problem);
      const browser = await LAUNCH[engine]({ display: display.name, report });
      await use({ browser, reported });
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  newAppTab: async ({ app, provider, customer, driver: { browser, reported } }, use) => {
    const tabs: Tab[] = [];
    await use(async () => {
      const tab = await browser.newTab();
      tabs.push(tab);
      return new AppTab(tab, app.url, provider, customer.token);
    });
    const problems: string[] = [];
    for (const tab of tabs) {
      problems.push(...(await readProblems(tab)));
      await tab.close();
    }
    problems.push(...reported.splice(0));
    expect(problems, 'errors, warnings and policy violations').toEqual([]);
  },

  appTab: async ({ newAppTab }, use) => {
    const appTab = await newAppTab();
    await appTab.tab.resize(1024, 720);
    await use(appTab);
  },
});

export { expect };
