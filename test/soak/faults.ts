import type { Fault, HandshakeFault, InvocationFault } from '../stand-in/control/switches';
import type { HubConnection } from '../stand-in/hub/connection';
import type { Provider } from '../stand-in/provider';
import type { Call } from '../stand-in/rest/calls';
import type { Customer } from '../support/endurance/customer';
import type { Random } from '../support/time/random';
import { sleep } from '../support/time/until';

/** What all participants of a run share. */
export interface Run {
  readonly provider: Provider;
  readonly customers: readonly Customer[];
  /** URL of an image that the operator has uploaded. */
  readonly imageUrl: string;
  /** Number of injected faults, by kind. */
  readonly faults: Record<string, number>;
}

/** Injects a fault of one kind. A fault that lasts resolves when it has ended. */
type Inject = (run: Run, random: Random, signal: AbortSignal) => unknown;

/** Returns the duration of an outage, in ms: up to 4 s, in 10 % of the cases up to 20 s. */
export const outageDuration = (random: Random) =>
  random.between(300, random.chance(0.1) ? 20_000 : 4_000);

const randomDelay = (random: Random) => random.between(200, 3_000);

/** Changes the connections of a customer, at times those of all. */
const changeConnections =
  (change: (connection: HubConnection, random: Random) => void): Inject =>
  ({ provider, customers }, random) => {
    const customer = random.chance(0.15) ? undefined : random.pick(customers);
    provider.hub.connections(customer?.id).forEach((connection) => change(connection, random));
  };

/** Makes the next request of a call fail or slow, or its response get lost. */
const failCall =
  (call: Call): Inject =>
  ({ provider: { switches } }, random) => {
    const faults: Fault[] = [
      { status: random.pick([500, 503]) },
      { end: 'drop' },
      { end: 'hang' },
      { delay: randomDelay(random) },
    ];
    // An upgrade has neither a body nor an effect that precedes its response.
    const isUpgrade = call === 'upgrade';
    if (!isUpgrade) faults.push({ end: 'cut' }, { end: 'stall' });
    const when = isUpgrade ? 'before' : random.pick(['before', 'after'] as const);
    switches.calls[call] = [{ times: 1, when, ...random.pick(faults) }];
  };

const FAULTS: Record<string, Inject> = {
  'connection dropped': changeConnections((connection) => connection.terminate()),
  'WebSocket closed': changeConnections((connection, random) =>
    connection.closeSocket(random.pick([1000, 1001, 1011, 1012])),
  ),
  'Close record': changeConnections((connection, random) =>
    connection.close(random.pick([{}, { error: 'no' }, { allowReconnect: true }])),
  ),
  'malformed record': changeConnections((connection, random) =>
    connection.send(random.pick(['hello\u001e', '{"a":1}', '{}\u001e'])),
  ),
  'invalid payload': ({ provider, customers }, random) =>
    provider.pushMessage(random.pick(customers).id, random.pick([null, 'text', {}, []])),
  'connection silent, then dropped': async ({ provider, customers }, random, signal) => {
    const connections = provider.hub.connections(random.pick(customers).id);
    connections.forEach((connection) => connection.silence());
    await sleep(signal, outageDuration(random));
    connections.forEach((connection) => connection.terminate());
  },
  negotiate: failCall('negotiate'),
  upgrade: failCall('upgrade'),
  history: failCall('messages'),
  send: failCall('send'),
  upload: failCall('upload'),
  handshake: ({ provider: { switches } }, random) => {
    const faults: HandshakeFault[] = [
      { reply: '{"error":"no"}\u001e' },
      { reply: null },
      { close: { error: 'no' } },
    ];
    switches.handshake = [{ times: 1, ...random.pick(faults) }];
  },
  SendMessage: ({ provider: { switches } }, random) => {
    const faults: InvocationFault[] = [
      { error: 'no' },
      { never: true },
      { drop: true },
      { delay: randomDelay(random) },
    ];
    switches.invocations.sendmessage = [{ times: 1, ...random.pick(faults) }];
  },
  'history lags': async ({ provider: { switches } }, random, signal) => {
    const lag = () => random.between(500, 10_000);
    switches.historyLags = random.chance(0.5) ? [0, lag(), lag()] : [lag()];
    await sleep(signal, random.between(5_000, 20_000));
    switches.historyLags = [];
  },
  'server down': async ({ provider }, random, signal) => {
    await provider.goDown();
    await sleep(signal, outageDuration(random));
    await provider.comeUp();
  },
};

/** Kinds that are injected three times as often as the others. */
const FREQUENT = ['connection dropped', 'history', 'send'];
const KINDS = [...Object.keys(FAULTS), ...FREQUENT, ...FREQUENT];

/** Injects faults until the signal aborts, then ends all faults. */
export async function injectFaults(run: Run, random: Random, signal: AbortSignal): Promise<void> {
  const lasting = new Map<string, Promise<unknown>>();
  while (!signal.aborted) {
    // More customers get more faults.
    await sleep(signal, random.between(1_500, 12_000) / run.customers.length);
    const kind = random.pick(KINDS);
    if (lasting.has(kind)) continue;
    run.faults[kind] = (run.faults[kind] ?? 0) + 1;
    const injected = Promise.resolve(FAULTS[kind]?.(run, random.fork(), signal));
    lasting.set(kind, injected);
    void injected.then(() => lasting.delete(kind));
  }
  await Promise.all(lasting.values());
  Object.assign(run.provider.switches, { calls: {}, invocations: {}, handshake: null });
}
