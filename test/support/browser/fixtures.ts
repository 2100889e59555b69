import { test as base } from '@playwright/test';
import path from 'node:path';
import { startProvider, type Provider } from '../../stand-in/provider';
import { pointAt } from '../build/pointAt';
import { serveApp } from '../build/serveApp';
import type { Session } from '../contract/clients';
import { LoginScreen } from '../page/chatScreen';
import { PageLog } from '../page/pageLog';
import { CustomerChat } from './customerChat';

/** A customer known to the stand-in server, with a valid token. */
export interface Customer extends Session {
  readonly phone: string;
}

interface ProviderFixtures {
  /** The test's own stand-in server, on another origin than the app. */
  provider: Provider;
  customer: Customer;
}

/** What the browser tests have beside Playwright's own fixtures. */
export interface Fixtures extends ProviderFixtures {
  /** The folder of the build under test. */
  build: string;
  /** Edits the built page; by default it points the page at the stand-in server. */
  edit: (page: string) => string;
  log: PageLog;
  login: LoginScreen;
  chat: CustomerChat;
}

const DIST = path.join(__dirname, '../../../dist');
const PHONE = '+994501234567';

/** Tests with a stand-in server, in any browser. */
export const providerTest = base.extend<ProviderFixtures>({
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    await provider.stop();
  },

  customer: async ({ provider }, use) => {
    const { id } = provider.customerFor(PHONE);
    await use({ id, phone: PHONE, token: provider.tokenFor(PHONE) });
  },
});

export const test = providerTest.extend<Omit<Fixtures, keyof ProviderFixtures>>({
  build: [DIST, { option: true }],

  edit: ({ provider }, use) => use((page) => pointAt(page, provider.url)),

  baseURL: async ({ build, edit }, use) => {
    const app = await serveApp(build, edit);
    await use(app.url);
    await app.stop();
  },

  log: [
    async ({ context, baseURL }, use) => {
      const log = new PageLog(context, baseURL ?? '');
      await use(log);
      log.check();
    },
    { auto: true },
  ],

  login: ({ page }, use) => use(new LoginScreen(page)),
  chat: ({ page, provider, customer }, use) => use(new CustomerChat(page, provider, customer)),
});

export { expect } from '@playwright/test';
