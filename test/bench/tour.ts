import type { Cpu } from './figures';
import { burst } from './measure/burst';
import { live } from './measure/live';
import { memory } from './measure/memory';
import { typing } from './measure/typing';
import type { Part } from './options';
import type { Stage } from './stage';
import type { Figures } from './step';
import { APP, type Subject } from './subjects';
import { Visit } from './visit';

/** Opens a page with so many messages there and measures all that can be measured on it. */
async function visitWith(
  stage: Stage,
  subject: Subject,
  count: number,
  cpu: Cpu,
  measure: (visit: Visit, taken: number) => Promise<Figures>,
): Promise<Figures> {
  const visit = await Visit.open(stage, subject, count, cpu);
  try {
    return await measure(visit, await visit.load());
  } finally {
    await visit.close();
  }
}

/** One page with 100 messages there: its history. */
export const tour100 = (stage: Stage, subject: Subject, cpu: Cpu) =>
  visitWith(stage, subject, 100, cpu, (_, history100) => Promise.resolve({ history100 }));

/** The app with 100 messages there: live messages. */
const live100 = (stage: Stage, cpu: Cpu) =>
  visitWith(stage, APP, 100, cpu, async (visit) => {
    const { p50, p99 } = await live(visit);
    return { live100P50: p50, live100P99: p99 };
  });

/** One page with 1,000 messages there: live messages. */
export const tour1000 = (stage: Stage, subject: Subject, cpu: Cpu) =>
  visitWith(stage, subject, 1_000, cpu, async (visit) => {
    const { p50, p99 } = await live(visit);
    return { live1000P50: p50, live1000P99: p99 };
  });

/** One page with 10,000 messages there: everything, what leaves something behind last. */
const visit10000 = (stage: Stage, subject: Subject, cpu: Cpu, parts: readonly Part[]) =>
  visitWith(stage, subject, 10_000, cpu, async (visit, history10000) => {
    const figures: Figures = {};
    if (subject.hasHistory) {
      const handedOver10000 = await visit.page.evaluate(() => window.probe.handedOver());
      Object.assign(figures, { history10000, handedOver10000 });
    }
    if (parts.includes('memory') && cpu === 1) Object.assign(figures, await memory(visit));
    if (parts.includes('live')) {
      const { p50, p99 } = await live(visit);
      Object.assign(figures, { live10000P50: p50, live10000P99: p99 });
    }
    if (parts.includes('typing') && subject.hasHistory) {
      Object.assign(figures, await typing(visit));
    }
    if (parts.includes('burst')) Object.assign(figures, await burst(visit));
    return figures;
  });

/** The pages with 10,000 messages there, the app's own with 100 right before: the machine's pace changes. */
export async function tour10000(
  stage: Stage,
  subject: Subject,
  cpu: Cpu,
  parts: readonly Part[],
): Promise<Figures> {
  const few = parts.includes('live') && subject === APP ? await live100(stage, cpu) : {};
  return { ...few, ...(await visit10000(stage, subject, cpu, parts)) };
}
