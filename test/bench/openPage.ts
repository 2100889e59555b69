import type { CDPSession, Page } from '@playwright/test';
import { TOKEN_KEY } from '../../src/common/constants';
import type { Cpu } from './figures';
import type { Stage } from './stage';

/** As on a desktop, where more rows are in sight than on a phone. */
const VIEWPORT = { width: 1280, height: 720 };

/** A page in a context of its own, with nothing cached. */
export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

/**
 * Opens an empty page that will have the probe in it.
 * @param token is in the local storage of the app's origin, as after an earlier visit
 */
export async function openPage(
  { browser, probe, app }: Stage,
  cpu: Cpu,
  token?: string,
): Promise<OpenPage> {
  const localStorage = token === undefined ? [] : [{ name: TOKEN_KEY, value: token }];
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] },
  });
  await context.addInitScript({ path: probe });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return { page, cdp, close: () => context.close() };
}
