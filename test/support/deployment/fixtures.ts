import { test } from '../browser/fixtures';
import { logIn } from '../contract/clients';
import { Host, type HostSettings } from './host';
import { startNginx, type Nginx } from './nginx';

interface NginxFixtures {
  /** URL of the only node behind nginx: the stand-in. */
  nodeUrl: string;
  nginx: Nginx;
}

/** The browser tests' fixtures, with the app behind nginx. */
export const nginxTest = test.extend<NginxFixtures>({
  nodeUrl: ({ provider }, use) => use(provider.url),

  nginx: async ({ nodeUrl }, use) => {
    const nginx = await startNginx([nodeUrl]);
    await use(nginx);
    await nginx.stop();
  },

  baseURL: ({ nginx }, use) => use(nginx.url),
});

interface AspnetFixtures {
  settings: HostSettings;
  /** A host for this test only, and nginx's only node. */
  server: Host;
}

/** The browser tests' fixtures, with the app and an ASP.NET Core host behind nginx. */
export const aspnetTest = nginxTest.extend<AspnetFixtures>({
  settings: [{}, { option: true }],

  server: async ({ settings }, use) => {
    const server = await Host.start(settings);
    await use(server);
    await server.stop();
  },

  nodeUrl: ({ server }, use) => use(server.url),

  customer: async ({ server }, use) => {
    const phone = '+994501234567';
    await use({ phone, ...(await logIn(server.url, phone)) });
  },
});

export { expect } from '@playwright/test';
