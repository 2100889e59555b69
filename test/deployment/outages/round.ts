import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { missingIn, expectedOf, type Shown } from '../../support/page/compareRows';
import { until } from '../../support/time/until';
import type { Customer, StoredRow } from './customer';
import type { Durations, Fault, Scene } from './faults';
import type { Operator } from './operator';
import { isForeign } from './texts';

/** Numbers of rows of a screen that differ from the database. */
interface Counts {
  /** Stored messages that are not shown. */
  missing: number;
  /** Rows without a stored message. */
  extra: number;
  /** Rows of another customer's conversation. */
  foreign: number;
  /** Rows at another position than in the database. */
  outOfOrder: number;
}

const addCounts = (a: Counts, b: Counts): Counts => ({
  missing: a.missing + b.missing,
  extra: a.extra + b.extra,
  foreign: a.foreign + b.foreign,
  outOfOrder: a.outOfOrder + b.outOfOrder,
});

/** Returns whether no row differs. */
const isClean = ({ missing, extra, foreign, outOfOrder }: Counts): boolean =>
  missing + extra + foreign + outOfOrder === 0;

/** Returns the number of positions at which the lists have different messages. */
const countDifferent = (some: readonly Shown[], others: readonly Shown[]) =>
  some.filter((message, index) => message.text !== others[index]?.text).length;

/**
 * Compares a live screen with the database. Rows of different authors are in order of arrival, so
 * the rows of each author are compared separately.
 * @param due the messages that must be shown
 */
function countLive(
  customerId: number,
  stored: readonly Shown[],
  shown: readonly Shown[],
  due: readonly Shown[],
): Counts {
  const own = ({ isOwn }: Shown) => isOwn;
  const others = ({ isOwn }: Shown) => !isOwn;
  const both = withoutDifferences(stored, shown);
  return {
    ...countRows(customerId, due, stored, shown),
    outOfOrder:
      countDifferent(both.stored.filter(own), both.shown.filter(own)) +
      countDifferent(both.stored.filter(others), both.shown.filter(others)),
  };
}

/** Compares a screen whose history was just fetched with the database, row by row. */
function countExactly(
  customerId: number,
  stored: readonly Shown[],
  shown: readonly Shown[],
): Counts {
  const both = withoutDifferences(stored, shown);
  return {
    ...countRows(customerId, stored, stored, shown),
    outOfOrder: countDifferent(both.stored, both.shown),
  };
}

function countRows(
  customerId: number,
  due: readonly Shown[],
  stored: readonly Shown[],
  shown: readonly Shown[],
) {
  const foreign = shown.filter(({ text }) => isForeign(customerId, text)).length;
  return {
    missing: missingIn(shown, due).length,
    extra: missingIn(stored, shown).length - foreign,
    foreign,
  };
}

/** Returns both lists with only the messages that both have. */
function withoutDifferences(stored: readonly Shown[], shown: readonly Shown[]) {
  return {
    stored: missingIn(missingIn(shown, stored), stored),
    shown: missingIn(missingIn(stored, shown), shown),
  };
}

/**
 * Lets the operator and all customers write.
 * @returns a function that stops the writing and waits for pending messages
 */
function startTraffic(operator: Operator, customers: readonly Customer[]): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  // Every sleeping writer adds a listener; Node would warn of a leak above ten.
  setMaxListeners(0, signal);
  const writing = Promise.all([
    operator.watchConnections(signal),
    ...customers.flatMap((customer) => [
      customer.write(signal),
      operator.write(customer.id, signal),
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
  /** Rows that have disappeared from a page since the last result. */
  vanished: number;
  /** Uncaught errors and unexpected console errors since the last result. */
  pageErrors: number;
  /** Seconds from the end of the fault until the last page was live; Infinity if one was not. */
  secondsUntilLive: number;
  /** Rows missing before each page fetched its history. No client can show these rows earlier. */
  missingBefore?: number;
}

/** Returns whether all rows are right, no page had an error, and every page was live again. */
export const isPassed = (result: Result): boolean =>
  isClean(result) &&
  result.vanished + result.pageErrors === 0 &&
  Number.isFinite(result.secondsUntilLive);

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
  const finish = async (
    result: Omit<Result, 'stored' | 'vanished' | 'pageErrors'>,
  ): Promise<Result> => {
    const now = { stored: await countStored(round), errors: round.errors.length };
    const stored = now.stored - before.stored;
    const pageErrors = now.errors - before.errors;
    before = now;
    return { ...result, stored, vanished: await countVanished(round), pageErrors };
  };
  for (const fault of faults) yield finish(await run(fault, round, durations));
  await reconnectAll(round);
  const secondsUntilLive = await measureLive(round);
  // A history that lags has the last message now.
  await wait(round.deployment.historyLag * 1_000);
  await reconnectAll(round);
  const counts = await count(round, ({ id }, stored, shown) => countExactly(id, stored, shown));
  yield finish({ fault: 'all pages reconnect', secondsUntilLive, ...counts });
}

const reconnectAll = ({ customers }: Round) =>
  Promise.all(customers.map((customer) => customer.reconnect()));

async function run(fault: Fault, round: Round, durations: Durations) {
  const { heal, secondsUntilLive } = await injectUnderTraffic(fault, round, durations);
  const result = { fault: fault.name, secondsUntilLive };
  const compare: Compare = (customer, stored, shown) =>
    countLive(customer.id, stored, shown, customer.dueOf(stored));
  if (!heal) return { ...result, ...(await count(round, compare)) };
  const { missing: missingBefore } = await countNow(round, compare);
  await heal();
  return { ...result, missingBefore, ...(await count(round, compare)) };
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
async function count(round: Round, compare: Compare): Promise<Counts> {
  let counts = await countNow(round, compare);
  /** The last time at which a page was not connected, or the start. */
  let disconnectedAt = Date.now();
  const isOver = async () => {
    if (isClean(counts)) return true;
    const states = await Promise.all(round.customers.map(({ screen }) => screen.isConnected()));
    if (states.includes(false)) disconnectedAt = Date.now();
    counts = await countNow(round, compare);
    return Date.now() - disconnectedAt > COMPLETE_TIMEOUT;
  };
  await until(isOver, { timeout: COUNT_TIMEOUT, interval: 1_000 });
  if (!isClean(counts)) {
    for (const customer of round.customers) await describeMissing(round, customer);
  }
  return counts;
}

async function countNow(round: Round, compare: Compare): Promise<Counts> {
  const counts = round.customers.map(async (customer) => {
    const shown = await customer.screen.read();
    return compare(customer, await storedOf(round, customer), shown);
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
  return messages.map((message) => ({
    ...expectedOf(message, id),
    // The host sends UTC without a zone.
    storedAt: Date.parse(`${message.timestamp}Z`),
  }));
}

async function countStored(round: Round): Promise<number> {
  const all = await Promise.all(round.customers.map((customer) => storedOf(round, customer)));
  return all.flat().length;
}

async function countVanished({ customers }: Round): Promise<number> {
  const all = customers.map(async (customer) => {
    const texts = await customer.readVanished();
    if (texts.length === 0) return 0;
    const first = texts.slice(0, 5).join(', ');
    printProblem(`customer ${customer.id}: ${texts.length} rows vanished: ${first}`, customer);
    return texts.length;
  });
  return (await Promise.all(all)).reduce((sum, count) => sum + count);
}
