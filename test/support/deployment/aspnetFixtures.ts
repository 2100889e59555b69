import { test as base } from '@playwright/test';
import { ChatScreen, LoginScreen } from '../page/chatScreen';
import { PageLog } from '../page/pageLog';
import type { Session } from '../contract/clients';
import { serveApp } from '../build/serveApp';
import { BUILD_FOLDER } from './buildFolders';
import { Host, type HostSettings } from './host';

export const PHONE = '+994501234567';

interface Fixtures {
  settings: HostSettings;
  /** A host for this test only. The app has another origin unless the host serves the app. */
  host: Host;
  customer: Session;
  log: PageLog;
  login: LoginScreen;
  chat: ChatScreen;
}

export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],

  host: async ({ settings }, use) => {
    const host = await Host.start(settings);
    await use(host);
    await host.stop();
  },

  baseURL: async ({ host, settings }, use) => {
    if (settings.webroot) {
      await use(host.url);
      return;
    }
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
