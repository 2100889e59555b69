import type { Environment } from '../environment';
import { openPage } from '../openPage';

/** Slow 4G: 1.6 Mbit/s down and 750 kbit/s up, in bytes per second; 150 ms round trip. */
const NETWORK = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  latency: 150,
};
const SLOW_CPU = 4;

/** Loads a URL on a slow phone with an empty cache. @returns the timings of the load */
async function loadSlowly(environment: Environment, url: string, token?: string) {
  const opened = await openPage(environment, SLOW_CPU, token);
  const { page, cdp } = opened;
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await page.goto(url, { waitUntil: 'load' });
  await page.locator(token === undefined ? 'input[type=tel]' : '[role=article] >> nth=0').waitFor();
  const timings = await page.evaluate(() => window.probe.pageLoadTimings());
  await opened.close();
  return timings;
}

/** Measures the first paint of the app's login screen. */
export async function measureLoginPaint(environment: Environment) {
  const { paint } = await loadSlowly(environment, `${environment.app.url}/login`);
  return { loginPaint: paint };
}

/** Measures the first paint of the login screen as static HTML. */
export async function measureStaticPaint(environment: Environment, url: string) {
  return { loginPaint: (await loadSlowly(environment, url)).paint };
}

/** Measures the load of the chat for a customer who is signed in already. */
export async function measureSignedInPaint(environment: Environment) {
  const { token } = environment.customers.withMessages(100);
  const { paint, ...timings } = await loadSlowly(environment, `${environment.app.url}/chat`, token);
  return { chatPaint: paint, ...timings };
}
