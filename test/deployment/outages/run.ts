import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../support/build/chromiumArgs';
import { findChromium } from '../../support/build/findChromium';
import type { Session } from '../../support/contract/clients';
import { BUILD_FOLDER } from '../../support/deployment/buildFolders';
import { startDeployment, type Deployment } from '../../support/deployment/deployment';
import type { Host } from '../../support/deployment/host';
import { Customer } from '../../support/endurance/customer';
import { CustomerScreen, type Transport } from '../../support/page/customerScreen';
import { until } from '../../support/time/until';
import { FAULTS, type Durations, type Fault } from './faults';
import { NodesOperator } from './operator';
import { isPassed, runRound, type Result } from './round';

/** Timeout of a send, in ms; longer than a node is frozen. */
const SEND_TIMEOUT = 60_000;
const OPEN_TIMEOUT = 30_000;
/** Maximum attempts to open a page. On a busy machine SignalR may fall back to the next transport. */
const OPEN_ATTEMPTS = 3;

/** Opens the chat of each customer. @throws Error if one is not connected over its transport */
async function openChats(
  browser: Browser,
  { nodes: [node, otherNode], nginx }: Deployment,
  round: number,
  transports: readonly Transport[],
  report: (problem: string) => void,
): Promise<Customer[]> {
  const customers = transports.map(async (transport, index) => {
    const { id, token } = await node.control.signIn(`+99450${round}00000${index}`);
    const screen = await CustomerScreen.open(
      browser,
      nginx.url,
      token,
      (problem) => report(`customer ${id}: ${problem}`),
      transport,
    );
    const isConnected = async () => {
      const all = [
        ...(await node.control.connections()),
        ...(await otherNode.control.connections()),
      ];
      return all.some((one) => one.customerId === id && one.transport === transport);
    };
    let attempts = 1;
    while (!(await until(isConnected, { timeout: OPEN_TIMEOUT }))) {
      if (attempts === OPEN_ATTEMPTS) {
        throw new Error(`Customer ${id} is not connected over ${transport}.`);
      }
      attempts += 1;
      await screen.page.reload();
    }
    return new Customer(id, screen, SEND_TIMEOUT);
  });
  return Promise.all(customers);
}

interface Plan {
  durations: Durations;
  /** The transport of each customer, by round. */
  rounds: Transport[][];
}

const sixTimes = (transport: Transport) => Array.from({ length: 6 }, () => transport);

/** Takes about 15 minutes: a round for each transport. */
const FULL: Plan = {
  durations: { calm: 2_000, down: 5_000, redisDown: 20_000, frozen: 25_000 },
  rounds: [sixTimes('WebSockets'), sixTimes('ServerSentEvents'), sixTimes('LongPolling')],
};

/** Takes less than 3 minutes: two customers over each transport, and shorter faults. */
const SHORT: Plan = {
  durations: { calm: 1_000, down: 2_000, redisDown: 5_000, frozen: 5_000 },
  rounds: [
    [
      'WebSockets',
      'WebSockets',
      'ServerSentEvents',
      'ServerSentEvents',
      'LongPolling',
      'LongPolling',
    ],
  ],
};

const COLUMNS: readonly [head: string, cellOf: (result: Result) => string | number][] = [
  ['after', ({ fault }) => fault],
  ['stored', ({ stored }) => stored],
  ['missing', ({ missing }) => missing],
  ['extra', ({ extra }) => extra],
  ['foreign', ({ foreign }) => foreign],
  ['out of order', ({ outOfOrder }) => outOfOrder],
  ['page errors', ({ pageErrors }) => pageErrors],
  ['s until live', ({ secondsUntilLive }) => secondsUntilLive.toFixed(1)],
];

/** Returns a line; its first cell is wide and aligned to the left. */
const lineOf = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => (index === 0 ? `${cell}`.padEnd(36) : `${cell}`.padStart(13)))
    .join('');

/** Returns the heading of the table. */
const headLine = (): string => lineOf(COLUMNS.map(([head]) => head));

/** Returns the line of a result, and a second line for rows that only a later history showed. */
function resultLine(result: Result): string {
  const line = lineOf(COLUMNS.map(([, cellOf]) => cellOf(result)));
  if (result.missingBefore === undefined) return line;
  return `${line}\n  ${result.missingBefore} rows were missing before the pages fetched the history.`;
}

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
      const operator = new NodesOperator(deployment.nodes);
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
interface OutageOptions {
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
