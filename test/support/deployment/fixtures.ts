import { test } from '../browser/fixtures';
import { signIn } from '../contract/clients';
import { ChatScreen } from '../page/chatScreen';
import { Host, type HostSettings } from './host';
import { startNginx, type Edit, type Nginx } from './nginx';

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
    const nginx = await startNginx([provider.url], changes.edits);
    await use(nginx);
    await nginx.stop();
  },

  baseURL: async ({ nginx }, use) => {
    await use(nginx.url);
  },
});

interface AspnetFixtures {
  settings: HostSettings;
  /** A host for this test only. */
  server: Host;
  /** An nginx whose only node is the host. */
  nginx: Nginx;
  /** The chat screen of the customer of the host. */
  chatScreen: ChatScreen;
}

/** The browser tests' fixtures, with the app and an ASP.NET Core host behind nginx. */
export const aspnetTest = test.extend<AspnetFixtures>({
  settings: [{}, { option: true }],

  server: async ({ settings }, use) => {
    const server = await Host.start(settings);
    await use(server);
    await server.stop();
  },

  nginx: async ({ server }, use) => {
    const nginx = await startNginx([server.url]);
    await use(nginx);
    await nginx.stop();
  },

  baseURL: async ({ nginx }, use) => {
    await use(nginx.url);
  },

  customer: async ({ server }, use) => {
    const phone = '+994501234567';
    await use({ phone, ...(await signIn(server.url, phone)) });
  },

  chatScreen: async ({ page }, use) => {
    await use(new ChatScreen(page));
  },
});

export { expect } from '@playwright/test';
