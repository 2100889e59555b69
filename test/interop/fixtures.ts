import { test as base } from '@playwright/test';
import { PageLog } from '../browser/pageLog';
import { LoginScreen } from '../browser/loginScreen';
import type { Session } from '../contract/target';
import { serveApp } from '../support/serveApp';
import { APP_FOLDER } from './appFolder';
import { Chat } from './chat';
import { Host, type HostSettings } from './host';

export const PHONE = '+994501234567';

interface Fixtures {
  settings: HostSettings;
  /** A host of the test's own, on another origin than the app. */
  host: Host;
  customer: Session;
  log: PageLog;
  login: LoginScreen;
  chat: Chat;
}

export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],

  host: async ({ settings }, use) => {
    const host = await Host.start(settings);
    await use(host);
    await host.stop();
  },

  baseURL: async ({ host }, use) => {
    const app = await serveApp(APP_FOLDER, host.url);
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
    await use(new Chat(page));
  },
});

/** The host's settings that leave a browser with each of the transports. */
export const TRANSPORTS = {
  WebSockets: {},
  ServerSentEvents: { Transports: 'ServerSentEvents,LongPolling' },
  LongPolling: { Transports: 'LongPolling' },
} as const satisfies Record<string, HostSettings>;

export { expect } from '@playwright/test';
