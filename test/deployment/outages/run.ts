import { chromium, type Browser } from '@playwright/test';
import { BUILD_FOLDER } from '../../support/deployment/buildFolders';
import type { Host } from '../../support/deployment/host';
import { CHROMIUM_ARGS } from '../../support/build/chromiumArgs';
import { findChromium } from '../../support/build/findChromium';
import type { Session } from '../../support/contract/target';
import { startDeployment } from '../../support/deployment/deployment';
import { FAULTS, type Fault } from './faults';
import { openChats } from './openChats';
import { Operator } from './operator';
import { FULL, SHORT, type Plan } from './plans';
import { isPassed, runRound } from './round';
import { headLine, resultLine } from './table';

const HERD_SIZE = 300;

/** Signs in the users of the connections without pages. */
async function signInHerd({ control }: Host): Promise<Session[]> {
  const herd: Session[] = [];
  for (let index = 0; index < HERD_SIZE; index += 1) {
    herd.push(await control.signIn(`+994551${String(index).padStart(6, '0')}`));
  }
  return herd;
}

/** Runs all rounds. @returns whether every result has passed */
async function runRounds(
  { durations, rounds }: Plan,
  faults: readonly Fault[],
  historyLag: number,
  browser: Browser,
): Promise<boolean> {
  const deployment = await startDeployment(BUILD_FOLDER, historyLag);
  let hasPassed = true;
  try {
    const herd = await signInHerd(deployment.nodes[0]);
    for (const [index, transports] of rounds.entries()) {
      console.log(`Round ${index + 1} of ${rounds.length}: ${[...new Set(transports)].join(', ')}`);
      console.log(headLine());
      const errors: string[] = [];
      const report = (problem: string) => errors.push(problem);
      const customers = await openChats(browser, deployment, index, transports, report);
      const operator = new Operator(deployment.nodes);
      const round = { deployment, operator, customers, herd, errors };
      for await (const result of runRound(round, faults, durations)) {
        hasPassed &&= isPassed(result);
        console.log(resultLine(result));
      }
      for (const error of errors.slice(0, 10)) console.error(`  ${error}`);
      await Promise.all(customers.map(({ screen }) => screen.context.close()));
    }
  } finally {
    await deployment.stop();
  }
  return hasPassed;
}

/** Options of the suite. */
export interface OutageOptions {
  isShort: boolean;
  /** Part of the name of the only fault to inject; '' for all faults. */
  only: string;
  /** Lag of the second node's history, in seconds. */
  lag: number;
}

/**
 * Lets customers in Chromium write against a production deployment under faults, and compares their
 * screens with the database.
 * @throws Error if a row is wrong, or a page is not live again
 */
export async function runOutages({ isShort, only, lag }: OutageOptions): Promise<void> {
  const faults = FAULTS.filter(({ name }) => name.includes(only));
  const start = Date.now();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath && { executablePath }),
  });
  const hasPassed = await runRounds(isShort ? SHORT : FULL, faults, lag, browser).finally(() =>
    browser.close(),
  );
  const seconds = Math.round((Date.now() - start) / 1000);
  if (!hasPassed) {
    throw new Error(`FAILED in ${seconds} s: a count is not 0, or a page was not live again.`);
  }
  console.log(`Passed in ${seconds} s.`);
}
