import { test as base } from '@playwright/test';
import { startProvider, type Provider } from '../../stand-in/provider';
import { type AppServer, startApp } from './appServer';

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
