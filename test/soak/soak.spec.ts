import { test as base } from '@playwright/test';
import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { REQUEST_TIMEOUT } from '../../src/contract/constants';
import type { Fault } from '../stand-in/control/switches';
import { startProvider, type Provider } from '../stand-in/provider';
import type { Call } from '../stand-in/rest/calls';
import { serveApp } from '../support/build/serveApp';
import { outageDuration } from '../support/endurance/acts';
import { Chats } from '../support/endurance/chats';
import { Random } from '../support/time/random';
import { sleep } from '../support/time/until';

/** Number of customers. */
const CUSTOMERS = 8;
/** Duration of the faults before the screens are compared, in ms. */
const ROUND_DURATION = 20_000;
/** Timeout for a live page to show all messages, in ms; longer than a request can hang. */
const TIMEOUT = REQUEST_TIMEOUT + 20_000;
/** Number of rounds. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
const random = new Random(seed);

/** Injects a fault of one kind. A fault that lasts resolves when it has ended. */
type Inject = (provider: Provider, customerId: number, signal: AbortSignal) => unknown;

/** Makes the next request of a call fail or slow, or its response get lost. */
const failCall =
  (call: Call): Inject =>
  ({ switches }) => {
    const faults: Fault[] = [
      { status: random.pick([500, 503]) },
      { end: 'drop' },
      { end: 'hang' },
      { delay: random.between(200, 3_000) },
    ];
    // An upgrade has neither a body nor an effect that precedes its response.
    const isUpgrade = call === 'upgrade';
    if (!isUpgrade) faults.push({ end: 'stall' });
    const when = isUpgrade ? 'before' : random.pick(['before', 'after'] as const);
    switches.calls[call] = [{ times: 1, when, ...random.pick(faults) }];
  };

const FAULTS: Record<string, Inject> = {
  'connection dropped': ({ hub }, customerId) =>
    hub
      .connections(random.chance(0.15) ? undefined : customerId)
      .forEach((connection) => connection.terminate()),
  'connection silent, then dropped': async ({ hub }, customerId, signal) => {
    const connections = hub.connections(customerId);
    connections.forEach((connection) => connection.silence());
    await sleep(signal, outageDuration(random));
    connections.forEach((connection) => connection.terminate());
  },
  negotiate: failCall('negotiate'),
  upgrade: failCall('upgrade'),
  history: failCall('messages'),
  send: failCall('send'),
  upload: failCall('upload'),
  handshake: ({ switches }) => {
    switches.handshake = [{ times: 1, reply: random.pick(['{"error":"no"}\u001e', null]) }];
  },
  SendMessage: ({ switches }) => {
    switches.invocations.sendmessage = { times: 1, error: 'no' };
  },
  'server down': async (provider, _, signal) => {
    await provider.stop();
    await sleep(signal, outageDuration(random));
    await provider.comeUp();
  },
};

/** Kinds that are injected three times as often as the others. */
const FREQUENT = ['connection dropped', 'history', 'send'];
const KINDS = [...Object.keys(FAULTS), ...FREQUENT, ...FREQUENT];

/** Injects faults until the signal aborts, then ends all faults. */
async function injectFaults(provider: Provider, customerIds: number[], signal: AbortSignal) {
  const lasting = new Map<string, Promise<unknown>>();
  while (!signal.aborted) {
    // More customers get more faults.
    await sleep(signal, random.between(1_500, 12_000) / customerIds.length);
    const kind = random.pick(KINDS);
    if (lasting.has(kind)) continue;
    console.log(kind);
    const customerId = random.pick(customerIds);
    const fault = Promise.resolve(FAULTS[kind]?.(provider, customerId, signal));
    lasting.set(kind, fault);
    void fault.then(() => lasting.delete(kind));
  }
  await Promise.all(lasting.values());
  Object.assign(provider.switches, { calls: {}, invocations: {}, handshake: null });
}

/** Returns random switches for what the API contract leaves open. */
const randomSwitches = () => ({
  echo: random.chance(0.5),
  broadcastOnSend: random.chance(0.5),
  restamp: random.chance(0.5),
  roundsTimes: random.chance(0.5),
  signsImages: random.chance(0.5),
});

const test = base.extend<object, { scene: { provider: Provider; chats: Chats } }>({
  /** All rounds share a scene, because a fault must meet pages that have survived earlier faults. */
  scene: [
    async ({ browser }, use) => {
      const switches = randomSwitches();
      console.log(`SEED=${seed}. Switches: ${JSON.stringify(switches)}.`);
      const provider = await startProvider({ switches });
      const app = await serveApp(path.join(__dirname, '../../dist'), provider.url);
      const chats = new Chats({
        url: app.url,
        api: provider.url,
        say: (id, text, imageUrl) =>
          provider.operator.send(id, { text, imageUrl: imageUrl ?? null }),
        stored: ({ id }) => Promise.resolve(provider.conversation(id)),
        timeout: TIMEOUT,
      });
      await chats.open(browser, Array<'WebSockets'>(CUSTOMERS).fill('WebSockets'));
      await use({ provider, chats });
      await chats.close();
      await app.stop();
      await provider.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

for (let round = 1; round <= ROUNDS; round += 1)
  test(`Round ${round}: pages show every due text after random faults, and exactly the stored messages after a reconnect`, async ({
    scene: { provider, chats },
  }) => {
    const ids = chats.customers.map(({ session }) => session.id);
    const signal = AbortSignal.timeout(ROUND_DURATION);
    setMaxListeners(0, signal);
    await chats.actDuring(random, () => injectFaults(provider, ids, signal));
    await chats.expectStored(false);
    await chats.reconnect();
    await chats.expectStored(true);
  });
