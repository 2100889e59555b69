import type { Environment } from '../environment';
import type { Cpu } from '../figures';
import { SubjectPage } from '../subjectPage';
import type { Subject } from '../subjects';
import { holdKey } from './holdKey';

/** Holds a key down while the page receives and merges a refetched history. */
async function measureRefetch(subjectPage: SubjectPage) {
  const { page } = subjectPage;
  await page.locator('textarea').fill('');
  await subjectPage.holdRefetch();
  await page.evaluate(() => window.probe.startRefetch());
  const state = { isDone: false };
  const finished = page
    .evaluate(() => window.probe.refetchStats())
    .finally(() => (state.isDone = true));
  subjectPage.passRefetch();
  await holdKey(page, 'a', () => state.isDone);
  const stats = await finished;
  if (!stats) throw new Error('The refetch was not observed.');
  return stats;
}

/**
 * Measures typing while a page fetches its history again: first an unchanged history, then a history
 * with one new message at its end. Opens a page of its own, because each further drop of the hub's
 * connection within 30 s delays the reconnect longer.
 */
export async function measureRefetches(
  environment: Environment,
  subject: Subject,
  count: number,
  cpu: Cpu,
) {
  const customer = environment.customers.create(count);
  const subjectPage = await SubjectPage.openFor(environment, subject, customer, cpu);
  try {
    await subjectPage.load();
    const unchanged = await measureRefetch(subjectPage);
    for (const message of subjectPage.nextMessages(1)) {
      environment.provider.store(customer.id, message);
    }
    const grown = await measureRefetch(subjectPage);
    return {
      refetchTask: unchanged.longestTask,
      refetchKey: unchanged.slowestKey,
      grownTask: grown.longestTask,
      grownKey: grown.slowestKey,
    };
  } finally {
    await subjectPage.close();
  }
}
