import { chromium, type Browser } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasNginx } from '../deploy/nginx';
import type { Host } from '../interop/host';
import { CHROMIUM_ARGS } from '../support/build/chromiumArgs';
import { findChromium } from '../support/build/findChromium';
import type { Session } from '../support/contract/target';
import { HOST_FOLDER, startDeployment } from './deployment';
import { FAULTS, type Fault } from './faults';
import { openChats } from './openChats';
import { Operator } from './operator';
import { FULL, SHORT, type Plan } from './plans';
import { hasRedis } from './redis';
import { isPassed, runRound } from './round';
import { headLine, resultLine } from './table';

/** Folder of the build under test; `dist/` is not changed. */
const APP_FOLDER = path.join(__dirname, '../../node_modules/.cache/reference-app');
const HERD_SIZE = 300;

/** Returns the first required part that is missing. */
function missingPart(): string | undefined {
  const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  if (!hasRedis()) return 'redis-server on the PATH';
  if (!hasNginx()) return 'nginx on the PATH';
  if (!succeeds('dotnet', '--version')) return 'the .NET SDK, with dotnet on the PATH';
  if (!findChromium()) return 'a Chromium';
  if (!succeeds('dotnet', 'restore', HOST_FOLDER)) return 'a package source for dotnet restore';
  return undefined;
}

function run(command: string, ...args: string[]): void {
  const env = { ...process.env, PROVIDER_HOST: '', HUB_HOSTS: '' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
}

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
  const deployment = await startDeployment(APP_FOLDER, historyLag);
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

/** `npm run test:reference`: customers in Chromium against a production deployment under faults. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      lag: { type: 'string', default: '2' },
    },
  });
  const faults = FAULTS.filter(({ name }) => name.includes(values.only));
  const missing = missingPart();
  if (missing !== undefined) {
    console.log(`Skipped: the reference deployment needs ${missing}.`);
    return;
  }
  run('dotnet', 'build', HOST_FOLDER, '-c', 'Release', '--nologo', '-v', 'quiet');
  run('npx', 'webpack', '--stats', 'errors-warnings', '--output-path', APP_FOLDER);
  const start = Date.now();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath && { executablePath }),
  });
  const plan = values.short ? SHORT : FULL;
  const hasPassed = await runRounds(plan, faults, Number(values.lag), browser).finally(() =>
    browser.close(),
  );
  const seconds = Math.round((Date.now() - start) / 1000);
  const reason = 'a count is not 0, or a page was not live again';
  console.log(hasPassed ? `Passed in ${seconds} s.` : `FAILED in ${seconds} s: ${reason}.`);
  if (!hasPassed) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
