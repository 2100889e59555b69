import { loginSight, returningSight, staticSight } from './measure/firstSight';
import { hourOfMessages } from './measure/memory';
import { scripts } from './measure/scripts';
import { scroll } from './measure/scroll';
import { vastHistory } from './measure/vast';
import type { Options, Part } from './options';
import type { Stage } from './stage';
import { makeStaticLogin } from './staticLogin';
import type { Step } from './step';
import { PLAIN100, REFERENCES } from './subjects';
import { tours } from './tours';

/** Opening 100,000 takes long; so many rounds do it. */
const VAST_ROUNDS = 3;
/** One paint comes up to a quarter earlier or later than another of the same page; so many make a round. */
const SIGHTS = 6;

/** What is done once: it is long in itself, or always the same. */
function once(stage: Stage, parts: readonly Part[]): Step[] {
  const steps: Step[] = [];
  if (parts.includes('scripts')) {
    for (const subject of ['app', ...REFERENCES, PLAIN100.name, 'signalr'] as const) {
      const measure = () => scripts(stage, subject);
      steps.push({ subject, cpu: 1, title: 'scripts', measure });
    }
  }
  const app = { subject: 'app' as const };
  if (parts.includes('memory')) {
    const measure = () => hourOfMessages(stage, 10_000);
    steps.push({ ...app, cpu: 1, title: 'an hour of messages', measure });
  }
  if (parts.includes('scroll')) {
    const title = 'scrolling up';
    steps.push({ ...app, cpu: 1, title, measure: () => scroll(stage, 10_000, 1) });
    steps.push({ ...app, cpu: 4, title, measure: () => scroll(stage, 2_000, 4) });
  }
  return steps;
}

function sights(stage: Stage, staticLogin: string): Step[] {
  const on = { cpu: 4 as const, title: 'first sight' };
  return Array.from({ length: SIGHTS }, (): Step[] => [
    { ...on, subject: 'app', measure: () => loginSight(stage) },
    { ...on, subject: 'static', measure: () => staticSight(stage, staticLogin) },
    { ...on, subject: 'app', measure: () => returningSight(stage) },
  ]).flat();
}

/** All that is to be done, round by round. */
export async function rounds(stage: Stage, { rounds: count, parts }: Options): Promise<Step[][]> {
  const staticLogin = parts.includes('sight') ? await makeStaticLogin(stage) : undefined;
  return Array.from({ length: count }, (_, index) => {
    const isVast = parts.includes('history') && index < VAST_ROUNDS;
    const vast: Step = {
      subject: 'app',
      cpu: 1,
      title: '100,000 messages',
      measure: () => vastHistory(stage),
    };
    return [
      ...tours(stage, parts, index === 0),
      ...(isVast ? [vast] : []),
      ...(staticLogin === undefined ? [] : sights(stage, staticLogin)),
      ...(index === 0 ? once(stage, parts) : []),
    ];
  });
}
