import { chromium, type Browser } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { picture, uploaded } from '../browser/pictures';
import { startProvider, type Provider } from '../provider/provider';
import { findChromium } from '../support/findChromium';
import { serveApp } from '../support/serveApp';
import { compare } from './compare';
import { Customer } from './customer';
import { injectFaults } from './faults';
import { operate } from './operator';
import { showProgress } from './progress';
import { Random } from './random';
import { Tally, type Run } from './run';
import { Screen } from './screen';
import { until } from './until';

const DIST = path.join(__dirname, '../../dist');
/** How long the screens may take to come to rest when the faults are over. */
const SETTLING = 90_000;

interface Plan {
  minutes: number;
  customers: number;
  seed: number;
}

function readPlan(): Plan {
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
  const isSound = plan.minutes > 0 && plan.customers >= 1 && Number.isInteger(plan.customers);
  if (!isSound || !Number.isInteger(plan.seed)) {
    throw new Error('Usage: npm run soak -- --minutes N [--customers M] [--seed S]');
  }
  return plan;
}

/** What the contract leaves open, one way or the other. */
const habitsOf = (random: Random) => ({
  echo: random.chance(0.5),
  broadcastOnSend: random.chance(0.5),
  restamp: random.chance(0.5),
  timeFormat: random.pick(['none', 'Z', '+04:00'] as const),
});

async function settle({ provider, customers, tally }: Run): Promise<void> {
  Object.assign(provider.switches, { calls: {}, invocations: {}, handshake: null });
  // What hangs is cut.
  await provider.goDown();
  await provider.comeUp();
  for (const customer of customers) {
    customer.isOffline = false;
    customer.deafSince = Date.now();
    await customer.screen.context.setOffline(true);
    await customer.screen.context.setOffline(false);
    await customer.screen.hide(false);
  }
  await Promise.all(
    customers.map(async (customer) => {
      const isQuiet = await until(() => customer.isQuiet(), SETTLING);
      if (!isQuiet) tally.problem(`customer ${customer.id}: does not come to rest in the end`);
    }),
  );
}

/** Holds every screen to what the provider stored. */
async function judge({ customers, tally }: Run) {
  const sum = { stored: 0, lost: 0, doubled: 0, outOfOrder: 0 };
  for (const customer of customers) {
    const stored = customer.stored();
    const verdict = compare(stored, await customer.screen.read());
    sum.stored += stored.length;
    sum.lost += verdict.lost;
    sum.doubled += verdict.doubled;
    sum.outOfOrder += verdict.outOfOrder;
    if (verdict.firstDifference) {
      tally.problem(`customer ${customer.id}: ${verdict.firstDifference}`);
    }
    const texts = stored.filter(({ isOwn }) => isOwn).map(({ text }) => text);
    for (const text of customer.taken) {
      const at = texts.indexOf(text);
      if (at >= 0) texts.splice(at, 1);
      else tally.problem(`customer ${customer.id}: taken and not stored: ${JSON.stringify(text)}`);
    }
  }
  return sum;
}

async function live(run: Run, random: Random, image: string): Promise<void> {
  const doing = run.customers.flatMap((customer) => [
    customer.live(run.signal).catch((error: unknown) => {
      run.tally.problem(`customer ${customer.id}: ${String(error)}`);
    }),
    operate(run, customer, image, random.fork()),
  ]);
  await Promise.all([...doing, injectFaults(run, random.fork())]);
}

async function arrive(
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
      const own = random.fork();
      const screen = await Screen.open(browser, url, provider.tokenFor(phone), (what) => {
        tally.problem(`customer ${id}: ${what}`);
      });
      const customer = new Customer(id, screen, provider, own, tally);
      if (!(await until(() => customer.isQuiet(), SETTLING))) {
        tally.problem(`customer ${id}: the chat does not open`);
      }
      return customer;
    }),
  );
}

/** Lives through the plan. @returns whether nothing went wrong */
async function soak(plan: Plan): Promise<boolean> {
  const random = new Random(plan.seed + 1);
  const habits = habitsOf(random);
  console.log(`Seed ${plan.seed}. The provider: ${JSON.stringify(habits)}.`);
  const tally = new Tally();
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-'));
  // A copy, so that a build meanwhile changes nothing.
  await cp(DIST, folder, { recursive: true });
  const provider = await startProvider({ switches: habits });
  const app = await serveApp(folder, provider.url);
  const executablePath = findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const over = new AbortController();
  // Everybody waits for it.
  setMaxListeners(0, over.signal);
  let stopShowing = (): void => undefined;
  try {
    const image = await uploaded(provider, provider.tokenFor('+994500000000'), picture());
    const customers = await arrive(plan, browser, provider, app.url, tally);
    const run: Run = { provider, customers, signal: over.signal, tally };
    const end = setTimeout(() => over.abort(), plan.minutes * 60_000);
    stopShowing = showProgress(run, plan.minutes);
    if (tally.problems.length === 0) await live(run, random, image);
    clearTimeout(end);
    await settle(run);
    const sum = await judge(run);
    stopShowing();
    const faults = [...tally.faults].map(([kind, times]) => `${kind} ${times}`).sort();
    const { problems } = tally;
    for (const problem of problems.slice(0, 5)) console.error(`Seed ${plan.seed}: ${problem}`);
    if (problems.length > 5) console.error(`and ${problems.length - 5} problems more.`);
    console.log(
      `${problems.length === 0 ? 'Passed' : 'FAILED'}: seed ${plan.seed}, ` +
        `${plan.minutes} min, ${plan.customers} customers, ${sum.stored} messages stored, ` +
        `${sum.lost} lost, ${sum.doubled} doubled, ${sum.outOfOrder} out of order; ` +
        `${tally.looks} looks during the run; ` +
        `${provider.ledger.of('opened').length - plan.customers} reconnects; ` +
        `${tally.faultsInAll} faults: ${faults.join(', ')}.`,
    );
    return problems.length === 0;
  } finally {
    over.abort();
    stopShowing();
    await browser.close();
    await app.stop();
    await provider.stop();
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  if (!(await soak(readPlan()))) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
