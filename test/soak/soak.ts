import type { Browser } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProvider, type Provider } from '../stand-in/provider';
import { imageFile, uploadImage } from '../support/browser/images';
import { runMain } from '../support/build/processes';
import { launchChromium } from '../support/build/findChromium';
import { serveApp } from '../support/build/serveApp';
import { openCustomerScreen } from '../support/page/customerScreen';
import { Random } from '../support/time/random';
import { until } from '../support/time/until';
import { injectFaults, lagHistories } from './faults';
import { RandomCustomer, RandomOperator, Tally, type Run } from './participants';

/** Interval between two lines of progress, in ms. */
const PROGRESS_INTERVAL = 10_000;

/** Prints a line of progress every 10 s. @returns stops it */
function showProgress({ customers, provider, tally }: Run): () => void {
  const start = Date.now();
  const timer = setInterval(() => {
    const stored = customers.reduce((sum, { id }) => sum + provider.conversation(id).length, 0);
    console.log(
      `${Math.round((Date.now() - start) / 1000)} s: ${stored} messages, ` +
        `${tally.faultCount} faults, ${tally.checks} checks, ${tally.problems.length} problems`,
    );
  }, PROGRESS_INTERVAL);
  return () => clearInterval(timer);
}

const DIST = path.join(__dirname, '../../dist');
/** Time for a screen to be up to date at the start and after the last fault, in ms. */
const SETTLE_TIMEOUT = 90_000;

interface Plan {
  minutes: number;
  customers: number;
  seed: number;
}

function parsePlan(): Plan {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      customers: { type: 'string', default: '8' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 32) },
    },
  });
  const plan = {
    minutes: Number(values.minutes),
    customers: Number(values.customers),
    seed: Number(values.seed),
  };
  const isValid = plan.minutes > 0 && plan.customers >= 1 && Number.isInteger(plan.customers);
  if (!isValid || !Number.isInteger(plan.seed)) {
    throw new Error('Usage: npm run soak -- --minutes N [--customers M] [--seed S]');
  }
  return plan;
}

/** Random settings for what the API contract leaves open. */
const randomSettings = (random: Random) => ({
  echo: random.chance(0.5),
  broadcastOnSend: random.chance(0.5),
  restamp: random.chance(0.5),
  rewrite: random.pick(['none', 'trim', 'encode', 'lineEnds'] as const),
});

/** Ends all faults and waits until every screen is up to date. */
async function settle({ provider, customers, tally }: Run): Promise<void> {
  Object.assign(provider.switches, { calls: {}, invocations: {}, handshake: null });
  // A restart drops hung requests and connections.
  await provider.goDown();
  await provider.comeUp();
  for (const customer of customers) {
    customer.isOffline = false;
    customer.connectionsTrustedSince = Date.now();
    await customer.reconnect();
    await customer.screen.setHidden(false);
  }
  await Promise.all(
    customers.map(async (customer) => {
      if (await until(() => customer.isUpToDate(), { timeout: SETTLE_TIMEOUT })) return;
      tally.problem(`customer ${customer.id}: not up to date after the last fault`);
      for (const line of customer.log.slice(-40)) console.error(`  ${line}`);
    }),
  );
}

/** Runs customers, operator and faults until the run ends. */
async function runAll(run: Run, random: Random, image: string): Promise<void> {
  const operator = new RandomOperator(run, image, random.fork());
  const tasks = run.customers.flatMap((customer) => [
    customer
      .write(run.signal)
      .catch((error: unknown) => run.tally.problem(`customer ${customer.id}: ${String(error)}`)),
    operator.operate(customer),
  ]);
  await Promise.all([...tasks, injectFaults(run, random.fork()), lagHistories(run, random.fork())]);
}

/** Opens the chat of every customer. */
async function openChats(
  { customers, seed }: Plan,
  browser: Browser,
  provider: Provider,
  url: string,
  tally: Tally,
): Promise<RandomCustomer[]> {
  const random = new Random(seed);
  return Promise.all(
    Array.from({ length: customers }, async (_, index) => {
      const phone = `+99450${String(1_000_000 + index)}`;
      const { id } = provider.customerFor(phone);
      const ownRandom = random.fork();
      const report = (problem: string) => tally.problem(`customer ${id}: ${problem}`);
      const token = provider.tokenFor(phone);
      const screen = await openCustomerScreen(browser, { url, token, report });
      const customer = new RandomCustomer(id, screen, provider, ownRandom, tally);
      if (!(await until(() => customer.isUpToDate(), { timeout: SETTLE_TIMEOUT }))) {
        tally.problem(`customer ${id}: the chat did not open`);
      }
      return customer;
    }),
  );
}

/** Executes the plan. @returns whether no problem was found */
async function soak(plan: Plan): Promise<boolean> {
  const random = new Random(plan.seed + 1);
  const settings = randomSettings(random);
  console.log(`Seed ${plan.seed}. Server settings: ${JSON.stringify(settings)}.`);
  const tally = new Tally();
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-'));
  // A copy, so that a build during the run does not change the app.
  await cp(DIST, folder, { recursive: true });
  const provider = await startProvider({ switches: settings });
  const app = await serveApp(folder, provider.url);
  const browser = await launchChromium();
  const ending = new AbortController();
  // Every sleeping participant adds a listener; Node would warn of a leak above ten.
  setMaxListeners(0, ending.signal);
  try {
    const image = await uploadImage(provider, provider.tokenFor('+994500000000'), imageFile());
    const customers = await openChats(plan, browser, provider, app.url, tally);
    const run: Run = { provider, customers, signal: ending.signal, tally };
    const end = setTimeout(() => ending.abort(), plan.minutes * 60_000);
    const stopShowing = showProgress(run);
    if (tally.problems.length === 0) await runAll(run, random, image);
    stopShowing();
    clearTimeout(end);
    await settle(run);
    for (const customer of customers) await customer.compareExactly();
    printResult(plan, run);
    return tally.problems.length === 0;
  } finally {
    ending.abort();
    await browser.close();
    await app.stop();
    await provider.stop();
    await rm(folder, { recursive: true });
  }
}

function printResult({ seed, minutes }: Plan, { provider, customers, tally }: Run): void {
  const { problems } = tally;
  for (const problem of problems.slice(0, 10)) console.error(`Seed ${seed}: ${problem}`);
  if (problems.length > 10) console.error(`and ${problems.length - 10} more problems.`);
  const stored = customers.reduce((sum, { id }) => sum + provider.conversation(id).length, 0);
  const faults = [...tally.faults].map(([kind, times]) => `${kind} ${times}`).sort();
  console.log(
    `${problems.length === 0 ? 'Passed' : 'FAILED'}: seed ${seed}, ${minutes} min, ` +
      `${customers.length} customers, ${stored} messages, ${tally.checks} checks during the run, ` +
      `${provider.ledger.of('opened').length - customers.length} reconnects, ` +
      `${tally.faultCount} faults: ${faults.join(', ')}.`,
  );
}

runMain(async () => {
  if (!(await soak(parsePlan()))) process.exitCode = 1;
});
