import type { CDPSession, Page } from '@playwright/test';
import { TOKEN_KEY } from '../../src/shared/constants';
import type { Environment } from './environment';
import type { Cpu } from './figures';

/** A desktop window, which shows more rows than a phone. */
const VIEWPORT = { width: 1280, height: 720 };

/** A page in its own browser context, with an empty cache. */
export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

/**
 * Opens an empty page with the probe script.
 * @param token is put into the local storage of the app's origin, as an earlier sign-in does
 */
export async function openPage(
  { browser, probe, app }: Environment,
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
