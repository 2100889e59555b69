import { test as base } from '@playwright/test';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test as browserTest } from '../browser/fixtures';
import { serveApp } from '../build/serveApp';
import type { Session } from '../contract/clients';
import { ChatScreen, LoginScreen } from '../page/chatScreen';
import { PageLog } from '../page/pageLog';
import { Host, type HostSettings } from './host';
import { type Edit, Nginx } from './nginx';

const CACHE = path.join(__dirname, '../../../node_modules/.cache');

/** The production build under test. It is not `dist/`, which may be built for another provider. */
export const BUILD_FOLDER = path.join(CACHE, 'deployment-build/dist');
/** A second build of the same sources, to compare with the first. */
export const REBUILD_FOLDER = path.join(CACHE, 'deployment-rebuild/dist');

/** Returns the path of the app's main script. */
export const mainScript = (): string =>
  `/${readdirSync(BUILD_FOLDER).find((name) => /^main\..*\.js$/.test(name)) ?? ''}`;

interface NginxFixtures {
  /** Changes of the configuration. In an object: Playwright takes an array for a value with options. */
  changes: { edits?: readonly Edit[] };
  /** An nginx whose only node is the stand-in. */
  nginx: Nginx;
}

/** The browser tests' fixtures, with the app behind nginx. */
export const nginxTest = browserTest.extend<NginxFixtures>({
  changes: [{}, { option: true }],

  nginx: async ({ provider, changes }, use) => {
    const nginx = await Nginx.start({ webRoot: BUILD_FOLDER, nodes: [provider.url], ...changes });
    await use(nginx);
    await nginx.stop();
  },

  baseURL: async ({ nginx }, use) => {
    await use(nginx.url);
  },
});

export const PHONE = '+994501234567';

interface AspnetFixtures {
  settings: HostSettings;
  /** A host for this test only, on another origin than the app. */
  host: Host;
  customer: Session;
  log: PageLog;
  login: LoginScreen;
  chat: ChatScreen;
}

/** Tests of the app with an ASP.NET Core host. */
export const aspnetTest = base.extend<AspnetFixtures>({
  settings: [{}, { option: true }],

  host: async ({ settings }, use) => {
    const host = await Host.start(settings);
    await use(host);
    await host.stop();
  },

  baseURL: async ({ host }, use) => {
    const app = await serveApp(BUILD_FOLDER, host.url);
    await use(app.url);
    await app.stop();
  },

  customer: async ({ host }, use) => {
    await use(await host.control.signIn(PHONE));
  },

  log: [
    async ({ context, baseURL }, use) => {
      const log = new PageLog(context, baseURL ?? '');
      await log.watchPolicy();
      await use(log);
      log.check();
    },
    { auto: true },
  ],

  login: async ({ page }, use) => {
    await use(new LoginScreen(page));
  },

  chat: async ({ page }, use) => {
    await use(new ChatScreen(page));
  },
});

/** Host settings under which a browser uses each transport. */
export const TRANSPORTS = {
  WebSockets: {},
  ServerSentEvents: { Transports: 'ServerSentEvents,LongPolling' },
  LongPolling: { Transports: 'LongPolling' },
} as const satisfies Record<string, HostSettings>;

export { expect } from '@playwright/test';
