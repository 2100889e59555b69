import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from '../browser/fixtures';
import { serveApp } from '../build/serveApp';
import { ChatScreen } from '../page/chatScreen';
import { Host, type HostSettings } from './host';
import { startNginx, type Edit, type Nginx } from './nginx';

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
export const nginxTest = test.extend<NginxFixtures>({
  changes: [{}, { option: true }],

  nginx: async ({ provider, changes }, use) => {
    const nginx = await startNginx({ webRoot: BUILD_FOLDER, nodes: [provider.url], ...changes });
    await use(nginx);
    await nginx.stop();
  },

  baseURL: async ({ nginx }, use) => {
    await use(nginx.url);
  },
});

interface AspnetFixtures {
  settings: HostSettings;
  /** A host for this test only, on another origin than the app. */
  server: Host;
  /** The chat screen of the customer of the host. */
  chatScreen: ChatScreen;
}

/** The browser tests' fixtures, with an ASP.NET Core host as the provider. */
export const aspnetTest = test.extend<AspnetFixtures>({
  settings: [{}, { option: true }],

  server: async ({ settings }, use) => {
    const server = await Host.start(settings);
    await use(server);
    await server.stop();
  },

  baseURL: async ({ server }, use) => {
    const app = await serveApp(BUILD_FOLDER, server.url);
    await use(app.url);
    await app.stop();
  },

  customer: async ({ server }, use) => {
    const phone = '+994501234567';
    await use({ phone, ...(await server.signIn(phone)) });
  },

  chatScreen: async ({ page }, use) => {
    await use(new ChatScreen(page));
  },
});

export { expect } from '@playwright/test';
