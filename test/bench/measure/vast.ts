import { API_PREFIX } from '../../../src/common/constants';
import { APP } from '../subjects';
import type { Stage } from '../stage';
import { Visit } from '../visit';
import { within } from '../within';

const COUNT = 100_000;
/** A page that has not painted it by then does not get to it. */
const PATIENCE = 45_000;

/** Milliseconds until the app shows a hundred thousand messages, and what parsing them takes alone. */
export async function vastHistory(stage: Stage) {
  const { provider } = stage;
  const visit = await Visit.open(stage, APP, COUNT, 1);
  const { id, token } = visit.customer;
  try {
    const loaded = visit.load().catch(() => Infinity);
    const history100000 = await within(PATIENCE, loaded, Infinity);
    const handedOver100000 = await visit.page.evaluate(() => window.probe.handedOver());
    const other = await Visit.open(stage, APP, 100, 1);
    await other.load();
    const parse100000 = await other.page.evaluate(
      ([url, bearer]) => window.probe.parseCost(url, bearer),
      [`${provider.url}${API_PREFIX}/messages/${id}`, token] as const,
    );
    await other.close();
    return { history100000, handedOver100000, parse100000 };
  } finally {
    await visit.close();
  }
}
