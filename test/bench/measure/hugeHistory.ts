import { API_PREFIX } from '../../../src/shared/constants';
import type { Environment } from '../environment';
import { SubjectPage } from '../subjectPage';
import { APP } from '../subjects';
import { withTimeout } from '../withTimeout';

const COUNT = 100_000;
/** Maximum time until the history is painted, in ms; a slower page gets Infinity. */
const TIMEOUT = 45_000;

/** Measures the app's history of 100,000 messages, and `JSON.parse` of the same response alone. */
export async function measureHugeHistory(environment: Environment) {
  const { provider } = environment;
  const huge = await SubjectPage.open(environment, APP, COUNT, 1);
  const { id, token } = huge.customer;
  try {
    const loaded = huge.load().catch(() => Infinity);
    const history100000 = await withTimeout(TIMEOUT, loaded, Infinity);
    const handover100000 = await huge.page.evaluate(() => window.probe.handoverTime());
    const other = await SubjectPage.open(environment, APP, 100, 1);
    await other.load();
    const parse100000 = await other.page.evaluate(
      ([url, bearer]) => window.probe.parseTime(url, bearer),
      [`${provider.url}${API_PREFIX}/messages/${id}`, token] as const,
    );
    await other.close();
    return { history100000, handover100000, parse100000 };
  } finally {
    await huge.close();
  }
}
