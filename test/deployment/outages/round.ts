import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sleep } from '../../../src/realtime/timers';
import {
  addCounts,
  compare,
  isClean,
  missingIn,
  storedRow,
  type Counts,
  type Shown,
  type StoredRow,
} from '../../support/endurance/compare';
import type { Customer } from '../../support/endurance/customer';
import { until } from '../../support/time/until';
import type { Durations, Fault, Scene } from './faults';
import type { NodesOperator } from './operator';

/** Delay between two messages to one customer, in ms. */
const OPERATOR_INTERVAL = 100;
/** Delay between two texts of a customer, in ms. */
const CUSTOMER_INTERVAL = 800;

/** Sends the text that a failed send has left in the input, or a new one, until the signal aborts. */
async function write(customer: Customer, signal: AbortSignal): Promise<void> {
  const { input } = customer.screen;
  while (!signal.aborted) {
    if (await customer.isReady()) {
      if ((await input.inputValue()) === '') await input.fill(customer.nextText());
      await customer.send();
    }
    await sleep(signal, CUSTOMER_INTERVAL);
  }
}

/**
 * Lets the operator and all customers write.
 * @returns a function that stops the writing and waits for pending messages
 */
function startTraffic(
  operator: NodesOperator,
  customers: readonly Customer[],
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  // Every sleeping writer adds a listener; Node would warn of a leak above ten.
  setMaxListeners(0, signal);
  const writing = Promise.all([
    operator.watchConnections(signal),
    ...customers.flatMap((customer) => [
      write(customer, signal),
      operator.write(customer.id, signal, () => sleep(signal, OPERATOR_INTERVAL)),
    ]),
  ]);
  // A failure is reported when the traffic is stopped.
  writing.catch(() => undefined);
  return async () => {
    ending.abort();
    await writing;
  };
}

/** Timeout for every page to be live after a fault, in ms. */
const LIVE_TIMEOUT = 90_000;
/** Timeout for connected pages to show all rows without traffic, in ms; the app fetches within 7 s. */
const COMPLETE_TIMEOUT = 15_000;
/** Timeout for all screens to agree with the database, in ms; includes the time to reconnect. */
const COUNT_TIMEOUT = 90_000;

/** The counts after a fault, summed over all customers. */
export interface Result extends Counts {
  fault: string;
  /** Messages stored since the last result. */
  stored: number;
  /** Uncaught errors, unexpected console errors and rows that disappeared since the last result. */
  pageErrors: number;
  /** Seconds from the end of the fault until the last page was live; Infinity if one was not. */
  secondsUntilLive: number;
  /** Rows missing before each page fetched its history. No client can show these rows earlier. */
  missingBefore?: number;
}

/** Returns whether all rows are right, no page had an error, and every page was live again. */
export const isPassed = (result: Result): boolean =>
  isClean(result) && result.pageErrors === 0 && Number.isFinite(result.secondsUntilLive);

/** A scene with the errors that its pages have reported. */
interface Round extends Scene {
  errors: readonly string[];
}

/** Injects each fault in turn, then reconnects all pages and compares them row by row. */
export async function* runRound(
  round: Round,
  faults: readonly Fault[],
  durations: Durations,
): AsyncGenerator<Result> {
  let before = { stored: await countStored(round), errors: round.errors.length };
  const finish = async (result: Omit<Result, 'stored' | 'pageErrors'>): Promise<Result> => {
    const now = { stored: await countStored(round), errors: round.errors.length };
    const stored = now.stored - before.stored;
    const pageErrors = now.errors - before.errors;
    before = now;
    return { ...result, stored, pageErrors };
  };
  for (const fault of faults) yield finish(await run(fault, round, durations));
  await reconnectAll(round);
  const secondsUntilLive = await measureLive(round);
  // A history that lags has the last message now.
  await wait(round.deployment.historyLag * 1_000);
  await reconnectAll(round);
  const counts = await count(round, ({ id }, stored, shown) => compare(id, stored, shown));
  yield finish({ fault: 'all pages reconnect', secondsUntilLive, ...counts });
}

const reconnectAll = ({ customers }: Round) =>
  Promise.all(customers.map((customer) => customer.reconnect()));

async function run(fault: Fault, round: Round, durations: Durations) {
  const { heal, secondsUntilLive } = await injectUnderTraffic(fault, round, durations);
  const result = { fault: fault.name, secondsUntilLive };
  const compareLive: Compare = (customer, stored, shown) =>
    compare(customer.id, stored, shown, customer.dueOf(stored));
  if (!heal) return { ...result, ...(await count(round, compareLive)) };
  const { missing: missingBefore } = await countNow(round, compareLive);
  await heal();
  return { ...result, missingBefore, ...(await count(round, compareLive)) };
}

async function injectUnderTraffic(fault: Fault, round: Round, durations: Durations) {
  const stopTraffic = startTraffic(round.operator, round.customers);
  try {
    await wait(durations.calm);
    const heal = await fault.inject(round, durations);
    const secondsUntilLive = await measureLive(round);
    await wait(durations.calm);
    return { heal, secondsUntilLive };
  } finally {
    // Otherwise the process would not end after an error.
    await stopTraffic();
  }
}

async function measureLive({ customers, operator }: Round): Promise<number> {
  const start = Date.now();
  const seconds = customers.map(async (customer) => {
    if (await customer.isLive(operator, LIVE_TIMEOUT)) return (Date.now() - start) / 1000;
    printProblem(`customer ${customer.id} is not live`, customer);
    return Infinity;
  });
  return Math.max(...(await Promise.all(seconds)));
}

type Compare = (customer: Customer, stored: StoredRow[], shown: Shown[]) => Counts;

/**
 * Compares all screens with the database until they agree. Gives up when every page has been
 * connected for `COMPLETE_TIMEOUT`. After several lost connections, a page retries only after 30 s.
 */
async function count(round: Round, compareOne: Compare): Promise<Counts> {
  let counts = await countNow(round, compareOne);
  /** The last time at which a page was not connected, or the start. */
  let disconnectedAt = Date.now();
  const isOver = async () => {
    if (isClean(counts)) return true;
    const states = await Promise.all(round.customers.map(({ screen }) => screen.isConnected()));
    if (states.includes(false)) disconnectedAt = Date.now();
    counts = await countNow(round, compareOne);
    return Date.now() - disconnectedAt > COMPLETE_TIMEOUT;
  };
  await until(isOver, { timeout: COUNT_TIMEOUT, interval: 1_000 });
  if (!isClean(counts)) {
    for (const customer of round.customers) await describeMissing(round, customer);
  }
  return counts;
}

async function countNow(round: Round, compareOne: Compare): Promise<Counts> {
  const counts = round.customers.map(async (customer) => {
    const shown = await customer.screen.read();
    return compareOne(customer, await storedOf(round, customer), shown);
  });
  return (await Promise.all(counts)).reduce(addCounts);
}

/** Prints a customer's first missing rows with the result of each call, and the end of the log. */
async function describeMissing(round: Round, customer: Customer): Promise<void> {
  const { id, screen } = customer;
  const missing = missingIn(await screen.read(), await storedOf(round, customer));
  if (missing.length === 0) return;
  const texts = missing
    .slice(0, 5)
    .map(({ text }) => `${text} (${round.operator.calls.get(text ?? '')})`);
  printProblem(`customer ${id}: ${missing.length} rows missing: ${texts.join(', ')}`, customer);
}

function printProblem(problem: string, { log }: Customer): void {
  console.error(`  ${problem}`);
  for (const line of log.slice(-40)) console.error(`    ${line}`);
}

/** Returns the conversation in the database. */
async function storedOf({ deployment }: Round, { id }: Customer): Promise<StoredRow[]> {
  const messages = await deployment.nodes[0].control.conversation(id);
  return messages.map((message) => storedRow(message, id));
}

async function countStored(round: Round): Promise<number> {
  const all = await Promise.all(round.customers.map((customer) => storedOf(round, customer)));
  return all.flat().length;
}
