import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REQUEST_TIMEOUT } from '../../src/contract/constants';
import { startProvider } from '../stand-in/provider';
import { launchChromium } from '../support/build/findChromium';
import { runMain } from '../support/build/processes';
import { serveApp } from '../support/build/serveApp';
import { Chats } from '../support/endurance/chats';
import { Random } from '../support/time/random';
import { injectFaults, injected } from './faults';

/** Duration of the faults before the screens are compared, in ms. */
const ROUND = 20_000;

/** Parses the arguments. @throws Error with the usage */
function parsePlan() {
  const number = (value: number) => ({ type: 'string', default: String(value) }) as const;
  const seed = number(Date.now() % 2 ** 32);
  const { values } = parseArgs({ options: { minutes: number(1), customers: number(8), seed } });
  const plan = {
    minutes: Number(values.minutes),
    count: Number(values.customers),
    seed: Number(values.seed),
  };
  if (!(plan.minutes > 0 && plan.count >= 1 && Number.isInteger(plan.count + plan.seed)))
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
});

/** `npm run soak`. @throws Error if a page has a problem or differs from the stored messages */
runMain(async () => {
  const { minutes, count, seed } = parsePlan();
  const random = new Random(seed);
  const switches = randomSettings(random);
  console.log(`Seed ${seed}. Server settings: ${JSON.stringify(switches)}.`);
  const provider = await startProvider({ switches });
  const app = await serveApp(path.join(__dirname, '../../dist'), provider.url);
  const browser = await launchChromium();
  const end = Date.now() + minutes * 60_000;
  const chats = new Chats({
    url: app.url,
    api: provider.url,
    say: (id, text, imageUrl) => provider.operator.send(id, { text, imageUrl: imageUrl ?? null }),
    stored: ({ id }) => Promise.resolve(provider.conversation(id)),
    // Longer than a request can hang.
    timeout: REQUEST_TIMEOUT + 20_000,
  });
  try {
    await chats.open(browser, Array<'WebSockets'>(count).fill('WebSockets'));
    const ids = chats.customers.map(({ session }) => session.id);
    let problems: string[] = [];
    const check = async (isWhole: boolean) => {
      problems = await chats.problems(isWhole);
      const left = Math.max(0, Math.round((end - Date.now()) / 1_000));
      console.log(`${problems.length} problems, ${left} s left. Faults:`, injected);
    };
    do {
      const signal = AbortSignal.timeout(ROUND);
      setMaxListeners(0, signal);
      await chats.actDuring(random, () => injectFaults(provider, ids, random.fork(), signal));
      await check(false);
    } while (Date.now() < end && problems.length === 0);
    await chats.reconnect();
    if (problems.length === 0) await check(true);
    if (problems.length > 0) throw new Error([`Failed: seed ${seed}.`, ...problems].join('\n'));
    console.log('Passed.');
  } finally {
    await browser.close();
    await app.stop();
    await provider.stop();
  }
});
