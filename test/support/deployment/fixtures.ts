import { test } from '../browser/fixtures';
import { logIn } from '../contract/clients';
import { Host, type HostSettings } from './host';
import { startNginx, type Nginx } from './nginx';

interface NginxFixtures {
  /** An nginx whose only node is the stand-in. */
  nginx: Nginx;
}

/** The browser tests' fixtures, with the app behind nginx. */
export const nginxTest = test.extend<NginxFixtures>({
  nginx: async ({ provider }, use) => {
    const nginx = await startNginx([provider.url]);
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
    await use({ phone, ...(await logIn(server.url, phone)) });
  },
});

export { expect } from '@playwright/test';
