import { test as base } from '@playwright/test';
import path from 'node:path';
import { startProvider, type Provider } from '../provider/provider';
import { pointAt } from '../support/pointAt';
import { serveApp } from '../support/serveApp';
import { ChatScreen } from './chatScreen';
import { LoginScreen } from './loginScreen';
import { PageLog } from './pageLog';

/** Somebody known to the provider, with a token that it accepts. */
export interface Customer {
  readonly id: number;
  readonly phone: string;
  readonly token: string;
}

interface Fixtures {
  /** The folder of the build under test. */
  build: string;
  /** What the page's meta tag names instead of the provider's address. */
  host: string | undefined;
  /** What is changed in the built page; by default the provider that it uses. */
  edit: (page: string) => string;
  /** A provider of the test's own, on another origin than the app. */
  provider: Provider;
  customer: Customer;
  log: PageLog;
  login: LoginScreen;
  chat: ChatScreen;
}

const DIST = path.join(__dirname, '../../dist');
const PHONE = '+994501234567';

export const test = base.extend<Fixtures>({
  build: [DIST, { option: true }],
  host: [undefined, { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright asks for the pattern
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    await provider.stop();
  },

  edit: async ({ host, provider }, use) => {
    await use((page) => pointAt(page, host ?? provider.url));
  },

  baseURL: async ({ build, edit }, use) => {
    const app = await serveApp(build, edit);
    await use(app.url);
    await app.stop();
  },

  customer: async ({ provider }, use) => {
    const { id } = provider.customerFor(PHONE);
    await use({ id, phone: PHONE, token: provider.tokenFor(PHONE) });
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

  chat: async ({ page, provider, customer }, use) => {
    await use(new ChatScreen(page, provider, customer));
  },
});

export { expect } from '@playwright/test';
