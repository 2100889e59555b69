import type { Browser } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REQUEST_TIMEOUT } from '../../src/contract/constants';
import { startProvider, type Provider } from '../stand-in/provider';
import { uploadImage } from '../support/browser/images';
import { launchChromium } from '../support/build/findChromium';
import { runMain } from '../support/build/processes';
import { signIn } from '../support/contract/clients';
import { serveApp } from '../support/build/serveApp';
import { differences, lastDifferences, storedRow } from '../support/endurance/compare';
import { Customer } from '../support/endurance/customer';
import { openCustomerScreen } from '../support/page/customerScreen';
import { Random } from '../support/time/random';
import { injectFaults, type Run } from './faults';
import { act, operate } from './participants';

const DIST = path.join(__dirname, '../../dist');
/** Duration of the faults before the screens are compared, in ms. */
const ROUND = 20_000;
/** Time that a customer waits for a pending send before doing something else, in ms. */
const SEND_TIMEOUT = 8_000;
/** Time after which a connected page must be up to date, in ms; longer than a request can hang. */
const CONNECTED_FOR = REQUEST_TIMEOUT + 20_000;

function parsePlan() {
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
  const areIntegers = [plan.customers, plan.seed].every(Number.isInteger);
  if (!(plan.minutes > 0 && plan.customers >= 1 && areIntegers))
    throw new Error('Usage: npm run soak -- --minutes N [--customers M] [--seed S]');
  return plan;
}

/** Random settings for what the API contract leaves open. */
const randomSettings = (random: Random) => ({
  echo: random.chance(0.5),
  broadcastOnSend: random.chance(0.5),
  restamp: random.chance(0.5),
  rewrite: random.pick(['none', 'trim', 'encode', 'lineEnds', 'damage', 'damage'] as const),
  roundsTimes: random.chance(0.5),
  signsImages: random.chance(0.5),
  redelivers: random.pick([0, 0, 3]),
});

/** Opens the chats of customers. @param report called with each error of a page */
function openChats(
  count: number,
  browser: Browser,
  { provider, url }: { provider: Provider; url: string },
  report: (problem: string) => void,
): Promise<Customer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const phone = `+99450${1_000_000 + index}`;
      const { id } = provider.customerFor(phone);
      const screen = await openCustomerScreen(browser, {
        url,
        token: provider.tokenFor(phone),
        report: (problem) => report(`Customer ${id}, ${problem}`),
      });
      return new Customer(id, screen, SEND_TIMEOUT);
    }),
  );
}

const hasText = ({ text }: { text: string | null }) => text !== null;

/**
 * Compares the screens with the stored messages.
 * @param isLive whether a screen must show the texts that it must have received; otherwise it must
 *   equal the store
 */
const compareAll = ({ provider, customers }: Run, isLive: boolean): Promise<string[]> =>
  lastDifferences(customers, CONNECTED_FOR, (customer, screen) => {
    const { id } = customer;
    const rows = provider.conversation(id).map((message) => storedRow(message, id));
    if (!isLive) return differences(rows, screen);
    return differences(rows.filter(hasText), screen.filter(hasText), customer.dueOf(rows));
  });

/** Lets everybody act while faults are injected. */
async function actUnderFaults(run: Run, random: Random): Promise<void> {
  const signal = AbortSignal.timeout(ROUND);
  // Every sleeping participant adds a listener; Node would warn of a leak above ten.
  setMaxListeners(0, signal);
  await Promise.all([
    injectFaults(run, random.fork(), signal),
    ...run.customers.flatMap((customer) => [
      act(customer, random.fork(), signal),
      operate(run, customer, random.fork(), signal),
    ]),
  ]);
}

/** Runs the soak. @throws Error if a page has a problem or differs from the stored messages */
async function soak(): Promise<void> {
  const { minutes, customers: count, seed } = parsePlan();
  const random = new Random(seed);
  const settings = randomSettings(random);
  console.log(`Seed ${seed}. Server settings: ${JSON.stringify(settings)}.`);
  const provider = await startProvider({ switches: settings });
  const app = await serveApp(DIST, provider.url);
  const browser = await launchChromium();
  const end = Date.now() + minutes * 60_000;
  const problems: string[] = [];
  try {
    const imageUrl = await uploadImage(provider, await signIn(provider.url, '+994500000000'));
    const report = (problem: string) => problems.push(problem);
    const customers = await openChats(count, browser, { provider, url: app.url }, report);
    const run: Run = { provider, customers, imageUrl, faults: {} };
    do {
      await actUnderFaults(run, random);
      problems.push(...(await compareAll(run, true)));
      const stored = customers.flatMap(({ id }) => provider.conversation(id)).length;
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      console.log(`${stored} messages, ${problems.length} problems, ${left} s left`);
    } while (Date.now() < end && problems.length === 0);
    await Promise.all(customers.map((customer) => customer.reconnect()));
    problems.push(...(await compareAll(run, false)));
    console.log(`Seed ${seed}. Faults:`, run.faults);
    if (problems.length > 0) {
      for (const { id, log } of customers) console.error(`Customer ${id}:`, log.slice(-40));
      throw new Error([`Failed: seed ${seed}.`, ...problems.slice(0, 20)].join('\n'));
    }
    console.log('Passed.');
  } finally {
    await browser.close();
    await app.stop();
    await provider.stop();
  }
}

runMain(soak);
