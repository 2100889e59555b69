import type { Environment } from './environment';
import { measureLoginPaint, measureSignedInPaint, measureStaticPaint } from './measure/firstPaint';
import { measureHugeHistory } from './measure/hugeHistory';
import { measureHourOfMessages } from './measure/memory';
import { measureRefetches } from './measure/refetch';
import { measureScrolling } from './measure/scrolling';
import type { Measurement } from './measurement';
import type { Options, Part } from './options';
import { planSubjects } from './planSubjects';
import { writeStaticLoginPage } from './staticLoginPage';
import { APP, VIRTUA } from './subjects';

/** Rounds that open 100,000 messages, which takes long. */
const HUGE_HISTORY_ROUNDS = 3;
/** Page loads per round; single first paints vary by 25 %. */
const PAINTS_PER_ROUND = 6;

/** Measurements of the first round only: they are long, or their result does not vary. */
function planOnce(environment: Environment, parts: readonly Part[]): Measurement[] {
  const measurements: Measurement[] = [];
  const app = { subject: 'app' as const };
  if (parts.includes('memory')) {
    const run = () => measureHourOfMessages(environment, 10_000);
    measurements.push({ ...app, cpu: 1, title: 'an hour of live messages', run });
  }
  if (parts.includes('scroll')) {
    const title = 'scrolling to the top';
    const runAt1x = () => measureScrolling(environment, 10_000, 1);
    const runAt4x = () => measureScrolling(environment, 2_000, 4);
    measurements.push({ ...app, cpu: 1, title, run: runAt1x });
    measurements.push({ ...app, cpu: 4, title, run: runAt4x });
  }
  return measurements;
}

function planRefetches(environment: Environment): Measurement[] {
  return [APP, VIRTUA].map((subject) => ({
    subject: subject.name,
    cpu: 4,
    title: 'refetches of 10,000 messages',
    run: () => measureRefetches(environment, subject, 10_000, 4),
  }));
}

function planFirstPaints(environment: Environment, staticLoginUrl: string): Measurement[] {
  const common = { cpu: 4 as const, title: 'first paint' };
  return Array.from({ length: PAINTS_PER_ROUND }, (): Measurement[] => [
    { ...common, subject: 'app', run: () => measureLoginPaint(environment) },
    { ...common, subject: 'static', run: () => measureStaticPaint(environment, staticLoginUrl) },
    { ...common, subject: 'app', run: () => measureSignedInPaint(environment) },
  ]).flat();
}

/** Returns the measurements of each round, in the order in which they run. */
export async function planRounds(
  environment: Environment,
  { rounds, parts }: Options,
): Promise<Measurement[][]> {
  const staticLoginUrl = parts.includes('paint')
    ? await writeStaticLoginPage(environment)
    : undefined;
  return Array.from({ length: rounds }, (_, index) => {
    const hasHugeHistory = parts.includes('history') && index < HUGE_HISTORY_ROUNDS;
    const hugeHistory: Measurement = {
      subject: 'app',
      cpu: 1,
      title: '100,000 messages',
      run: () => measureHugeHistory(environment),
    };
    return [
      ...planSubjects(environment, parts, index === 0),
      ...(parts.includes('refetch') ? planRefetches(environment) : []),
      ...(hasHugeHistory ? [hugeHistory] : []),
      ...(staticLoginUrl === undefined ? [] : planFirstPaints(environment, staticLoginUrl)),
      ...(index === 0 ? planOnce(environment, parts) : []),
    ];
  });
}
