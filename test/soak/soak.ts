import { chromium, type Browser } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sleep } from '../../src/realtime/sleep';
import { startProvider, type Provider } from '../stand-in/provider';
import { imageFile, uploadImage } from '../support/browser/images';
import { CHROMIUM_ARGS } from '../support/build/chromiumArgs';
import { findChromium } from '../support/build/findChromium';
import { serveApp } from '../support/build/serveApp';
import { compare } from '../support/page/compareRows';
import { CustomerScreen } from '../support/page/customerScreen';
import { Random } from '../support/time/random';
import { until } from '../support/time/until';
import { Customer } from './customer';
import { injectFaults } from './faults';
import { isOver, Tally, type Run } from './run';

/** Returns a random lag of a history, in ms. */
const randomLag = (random: Random) => random.between(500, 10_000);

/** Makes the histories lag most of the time, until the run ends. */
async function lagHistories(run: Run, random: Random): Promise<void> {
  const { provider, customers, signal, tally } = run;
  const trustHistoriesSince = (time: number) => {
    for (const customer of customers) customer.historiesTrustedSince = time;
  };
  while (!isOver(signal)) {
    trustHistoriesSince(Infinity);
    const historyReplicas = random.chance(0.5) ? [0, randomLag(random), randomLag(random)] : [];
    Object.assign(provider.switches, { historyLag: randomLag(random), historyReplicas });
    tally.fault(historyReplicas.length > 0 ? 'replicas lag' : 'history lags');
    await sleep(signal, random.between(5_000, 20_000));
    Object.assign(provider.switches, { historyLag: 0, historyReplicas: [] });
    trustHistoriesSince(Date.now());
    await sleep(signal, random.between(2_000, 10_000));
  }
}

/** Sends random messages to one customer, singly or in bursts, until the run ends. */
async function operate(
  { provider, signal }: Run,
  customer: Customer,
  imageUrl: string,
  random: Random,
): Promise<void> {
  let count = 0;
  while (!isOver(signal)) {
    await sleep(signal, random.between(300, 3_000));
    if (isOver(signal) || customer.isChecking) continue;
    for (let left = random.pick([1, 1, 1, 2, 5]); left > 0; left -= 1) {
      count += 1;
      const text = `operator:${count}`;
      const content = random.chance(0.05) ? { imageUrl } : { text };
      provider.operator.send(customer.id, content);
      // The same message again, on purpose.
      if (random.chance(0.08)) provider.operator.send(customer.id, content);
    }
  }
}

/** Prints the progress of a run: rewrites one line on a terminal, otherwise adds a line every 10 s. */
function showProgress(run: Run, minutes: number): () => void {
  const start = Date.now();
  const { isTTY } = process.stdout;
  const show = () => {
    const seconds = Math.round((Date.now() - start) / 1000);
    const stored = run.customers.reduce((sum, customer) => sum + customer.stored().length, 0);
    const line =
      `${seconds} of ${Math.round(minutes * 60)} s: ${stored} messages, ` +
      `${run.tally.faultCount} faults, ${run.provider.hub.connections().length} connections, ` +
      `${run.tally.checks} checks, ${run.tally.problems.length} problems`;
    process.stdout.write(isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTTY ? 1_000 : 10_000);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stdout.write('\n');
  };
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
  timeFormat: random.pick(['none', 'Z', '+04:00'] as const),
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
    await customer.screen.context.setOffline(true);
    await customer.screen.context.setOffline(false);
    await customer.screen.setHidden(false);
  }
  await Promise.all(
    customers.map(async (customer) => {
      const isUpToDate = await until(() => customer.isUpToDate(), { timeout: SETTLE_TIMEOUT });
      if (isUpToDate) return;
      const facts = await customer.describe();
      tally.problem(`customer ${customer.id}: not up to date after the last fault: ${facts}`);
    }),
  );
}

/** Compares every screen with the messages that the server stored. */
async function compareAll({ customers, tally }: Run) {
  const sum = { stored: 0, lost: 0, doubled: 0, outOfOrder: 0 };
  for (const customer of customers) {
    const stored = customer.stored();
    const verdict = compare(stored, await customer.read());
    sum.stored += stored.length;
    sum.lost += verdict.lost;
    sum.doubled += verdict.doubled;
    sum.outOfOrder += verdict.outOfOrder;
    if (verdict.firstDifference) {
      tally.problem(`customer ${customer.id}: ${verdict.firstDifference}`);
    }
    const texts = stored.filter(({ isOwn }) => isOwn).map(({ text }) => text);
    for (const text of customer.accepted) {
      const at = texts.indexOf(text);
      if (at >= 0) texts.splice(at, 1);
      else
        tally.problem(`customer ${customer.id}: accepted but not stored: ${JSON.stringify(text)}`);
    }
  }
  return sum;
}

/** Runs customers, operators and faults until the run ends. */
async function runAll(run: Run, random: Random, image: string): Promise<void> {
  const tasks = run.customers.flatMap((customer) => [
    customer.write(run.signal).catch((error: unknown) => {
      run.tally.problem(`customer ${customer.id}: ${String(error)}`);
    }),
    operate(run, customer, image, random.fork()),
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
): Promise<Customer[]> {
  const random = new Random(seed);
  return Promise.all(
    Array.from({ length: customers }, async (_, index) => {
      const phone = `+99450${String(1_000_000 + index)}`;
      const { id } = provider.customerFor(phone);
      const ownRandom = random.fork();
      const screen = await CustomerScreen.open(
        browser,
        url,
        provider.tokenFor(phone),
        (problem) => {
          tally.problem(`customer ${id}: ${problem}`);
        },
      );
      const customer = new Customer(id, screen, provider, ownRandom, tally);
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
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath && { executablePath }),
  });
  const ending = new AbortController();
  // Every sleeping participant adds a listener; Node would warn of a leak above ten.
  setMaxListeners(0, ending.signal);
  let stopShowing = (): void => undefined;
  try {
    const image = await uploadImage(provider, provider.tokenFor('+994500000000'), imageFile());
    const customers = await openChats(plan, browser, provider, app.url, tally);
    const run: Run = { provider, customers, signal: ending.signal, tally };
    const end = setTimeout(() => ending.abort(), plan.minutes * 60_000);
    stopShowing = showProgress(run, plan.minutes);
    if (tally.problems.length === 0) await runAll(run, random, image);
    clearTimeout(end);
    await settle(run);
    const sum = await compareAll(run);
    stopShowing();
    const faults = [...tally.faults].map(([kind, times]) => `${kind} ${times}`).sort();
    const { problems } = tally;
    for (const problem of problems.slice(0, 5)) console.error(`Seed ${plan.seed}: ${problem}`);
    if (problems.length > 5) console.error(`and ${problems.length - 5} more problems.`);
    console.log(
      `${problems.length === 0 ? 'Passed' : 'FAILED'}: seed ${plan.seed}, ` +
        `${plan.minutes} min, ${plan.customers} customers, ${sum.stored} messages stored, ` +
        `${sum.lost} lost, ${sum.doubled} doubled, ${sum.outOfOrder} out of order; ` +
        `${tally.checks} checks during the run; ` +
        `${provider.ledger.of('opened').length - plan.customers} reconnects; ` +
        `${tally.faultCount} faults: ${faults.join(', ')}.`,
    );
    return problems.length === 0;
  } finally {
    ending.abort();
    stopShowing();
    await browser.close();
    await app.stop();
    await provider.stop();
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  if (!(await soak(parsePlan()))) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
