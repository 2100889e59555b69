import type { Environment } from './environment';
import type { Cpu } from './figures';
import { measureBurst } from './measure/burst';
import { measureLiveMessages } from './measure/liveMessages';
import { measureMemory } from './measure/memory';
import { measureTyping } from './measure/typing';
import type { FigureValues } from './measurement';
import type { Part } from './options';
import { SubjectPage } from './subjectPage';
import { APP, type Subject } from './subjects';

/** Opens a page with a history of `count` messages and measures it. */
async function measureWith(
  environment: Environment,
  subject: Subject,
  count: number,
  cpu: Cpu,
  measure: (subjectPage: SubjectPage, historyTime: number) => Promise<FigureValues>,
): Promise<FigureValues> {
  const subjectPage = await SubjectPage.open(environment, subject, count, cpu);
  try {
    return await measure(subjectPage, await subjectPage.load());
  } finally {
    await subjectPage.close();
  }
}

/** Measures the history of 100 messages. */
export const measureWith100 = (environment: Environment, subject: Subject, cpu: Cpu) =>
  measureWith(environment, subject, 100, cpu, (_, history100) => Promise.resolve({ history100 }));

/** Measures live messages of the app with 100 messages in the list. */
const measureAppLiveWith100 = (environment: Environment, cpu: Cpu) =>
  measureWith(environment, APP, 100, cpu, async (subjectPage) => {
    const { p50, p99 } = await measureLiveMessages(subjectPage);
    return { live100P50: p50, live100P99: p99 };
  });

/** Measures live messages with 1,000 messages in the list. */
export const measureWith1000 = (environment: Environment, subject: Subject, cpu: Cpu) =>
  measureWith(environment, subject, 1_000, cpu, async (subjectPage) => {
    const { p50, p99 } = await measureLiveMessages(subjectPage);
    return { live1000P50: p50, live1000P99: p99 };
  });

/** Measures all parts with 10,000 messages in the list. The burst is last: it adds 1,000 messages. */
const measureAllWith10000 = (
  environment: Environment,
  subject: Subject,
  cpu: Cpu,
  parts: readonly Part[],
) =>
  measureWith(environment, subject, 10_000, cpu, async (subjectPage, history10000) => {
    const handover10000 = await subjectPage.page.evaluate(() => window.probe.handoverTime());
    const values: FigureValues = { history10000, handover10000 };
    if (parts.includes('memory') && cpu === 1)
      Object.assign(values, await measureMemory(subjectPage));
    if (parts.includes('live')) {
      const { p50, p99 } = await measureLiveMessages(subjectPage);
      Object.assign(values, { live10000P50: p50, live10000P99: p99 });
    }
    if (parts.includes('typing')) Object.assign(values, await measureTyping(subjectPage));
    if (parts.includes('burst')) Object.assign(values, await measureBurst(subjectPage));
    return values;
  });

/**
 * Measures a page with 10,000 messages. Measures the app's live messages with 100 right before: a
 * limit compares the two, and the speed of the machine drifts within minutes.
 */
export async function measureWith10000(
  environment: Environment,
  subject: Subject,
  cpu: Cpu,
  parts: readonly Part[],
): Promise<FigureValues> {
  const isCompared = parts.includes('live') && subject === APP;
  const liveWith100 = isCompared ? await measureAppLiveWith100(environment, cpu) : {};
  return { ...liveWith100, ...(await measureAllWith10000(environment, subject, cpu, parts)) };
}
