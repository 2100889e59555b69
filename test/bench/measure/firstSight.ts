import { openPage } from '../openPage';
import type { Stage } from '../stage';

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, in bytes, and a round trip of 150 ms. */
const NETWORK = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  latency: 150,
};
const SLOW_CPU = 4;

/** Opens an address on a slow phone with an empty cache. @returns how it came into sight */
async function sightOf(stage: Stage, url: string, token?: string) {
  const opened = await openPage(stage, SLOW_CPU, token);
  const { page, cdp } = opened;
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await page.goto(url, { waitUntil: 'load' });
  await page.locator(token === undefined ? 'input[type=tel]' : '[role=article] >> nth=0').waitFor();
  const sight = await page.evaluate(() => window.probe.firstSight());
  await opened.close();
  return sight;
}

/** The login screen of the app. */
export async function loginSight(stage: Stage) {
  return { loginPaint: (await sightOf(stage, `${stage.app.url}/login`)).paint };
}

/** The same screen as HTML alone. */
export async function staticSight(stage: Stage, url: string) {
  return { loginPaint: (await sightOf(stage, url)).paint };
}

/** The chat of a customer who has signed in before. */
export async function returningSight(stage: Stage) {
  const { token } = stage.histories.of(100);
  const sight = await sightOf(stage, `${stage.app.url}/chat`, token);
  return {
    chatPaint: sight.paint,
    loginFrames: sight.loginFrames,
    historyLeft: sight.historyLeft,
    rendered: sight.rendered,
    chatArrived: sight.chatArrived,
  };
}
