import { sleep } from '../support/time/until';
import type { Call } from '../stand-in/rest/calls';
import type { CloseOptions } from '../stand-in/hub/protocol';
import type { Fault, HandshakeFault, InvocationFault } from '../stand-in/control/switches';
import type { Random } from '../support/time/random';
import { isOver, type RandomCustomer, type Run } from './participants';

/** Injects a fault of one kind. A fault that lasts resolves when it has ended. */
type Inject = (run: Run, random: Random) => unknown;

const randomCustomer = ({ customers }: Run, random: Random): RandomCustomer =>
  random.pick(customers);

const connectionsOf = (run: Run, random: Random) => {
  const customer = random.chance(0.15) ? undefined : randomCustomer(run, random);
  return run.provider.hub.connections(customer?.id);
};

/** Makes the next one or two requests of a call fail. */
function failNext(call: Call, make: (random: Random) => Fault): Inject {
  return ({ provider: { switches } }, random) => {
    const pending = switches.calls[call] ?? [];
    const fault = { times: random.between(1, 2), ...make(random) };
    switches.calls[call] = [...(Array.isArray(pending) ? pending : [pending]), fault];
  };
}

const failNextInvocation =
  (make: (random: Random) => InvocationFault): Inject =>
  ({ provider: { switches } }, random) => {
    switches.invocations.sendmessage = [{ times: 1, ...make(random) }];
  };

const failNextHandshake =
  (fault: HandshakeFault): Inject =>
  ({ provider: { switches } }) => {
    switches.handshake = [{ times: 1, ...fault }];
  };

const close =
  (options: CloseOptions): Inject =>
  (run, random) =>
    connectionsOf(run, random).forEach((connection) => connection.close(options));

/** A delay of a response, in ms. */
const randomDelay = (random: Random) => random.between(200, 3_000);
/** Duration of an outage, in ms: up to 4 s, in 10 % of the cases up to 20 s. */
const outageDuration = (random: Random) => random.between(300, random.chance(0.1) ? 20_000 : 4_000);

const DOWN = 'server down';

const FAULTS: Record<string, Inject> = {
  'connection dropped': (run, random) =>
    connectionsOf(run, random).forEach((connection) => connection.terminate()),
  'WebSocket closed': (run, random) =>
    connectionsOf(run, random).forEach((connection) =>
      connection.closeSocket(random.pick([1000, 1001, 1011, 1012])),
    ),
  Close: close({}),
  'Close with error': close({ error: 'Connection closed with an error.' }),
  'Close, reconnect allowed': close({ allowReconnect: true }),
  'connection silent': (run, random) => {
    const customer = randomCustomer(run, random);
    customer.connectionsTrustedSince = Date.now() + 1;
    run.provider.hub.connections(customer.id).forEach((connection) => connection.silence());
  },
  'malformed record': (run, random) =>
    connectionsOf(run, random).forEach((connection) =>
      connection.send(random.pick(['hello\u001e', '{"a":1}', '{}\u001e'])),
    ),
  'invalid payload': (run, random) =>
    run.provider.push(randomCustomer(run, random).id, random.pick([null, 'text', {}, []])),

  'negotiate rejected': failNext('negotiate', (random) => ({ status: random.pick([500, 503]) })),
  'negotiate dropped': failNext('negotiate', () => ({ end: 'drop' })),
  'negotiate slow': failNext('negotiate', (random) => ({ delay: randomDelay(random) })),
  'negotiate hangs': failNext('negotiate', (random) => ({
    end: random.pick(['hang', 'stall']),
    times: 1,
  })),
  'upgrade rejected': failNext('upgrade', (random) => ({ status: random.pick([400, 503]) })),
  'upgrade dropped': failNext('upgrade', () => ({ end: 'drop' })),
  'upgrade slow': failNext('upgrade', (random) => ({ delay: randomDelay(random) })),
  'upgrade hangs': failNext('upgrade', () => ({ end: 'hang', times: 1 })),
  'handshake rejected': failNextHandshake({ reply: '{"error":"no"}\u001e' }),
  'handshake hangs': failNextHandshake({ reply: null }),
  'closed after handshake': failNextHandshake({ close: { error: 'no' } }),

  'history rejected': failNext('messages', (random) => ({ status: random.pick([500, 503]) })),
  'history dropped': failNext('messages', (random) => ({ end: random.pick(['drop', 'cut']) })),
  'history slow': failNext('messages', (random) => ({
    delay: randomDelay(random),
    when: random.pick(['before', 'after']),
  })),
  'send rejected': failNext('send', (random) => ({ status: random.pick([400, 500, 503]) })),
  'send dropped before storing': failNext('send', () => ({ end: 'drop' })),
  'send dropped after storing': failNext('send', () => ({ end: 'drop', when: 'after' })),
  'send stored, response 500': failNext('send', () => ({ status: 500, when: 'after' })),
  'send response cut off': failNext('send', (random) => ({ end: random.pick(['cut', 'stall']) })),
  'send slow': failNext('send', (random) => ({ delay: randomDelay(random) })),
  'send response slow': failNext('send', (random) => ({
    delay: randomDelay(random),
    when: 'after',
  })),
  'send hangs': failNext('send', () => ({ end: 'hang', times: 1 })),
  'upload rejected': failNext('upload', (random) => ({ status: random.pick([413, 500]) })),
  'upload dropped': failNext('upload', (random) => ({ end: random.pick(['drop', 'cut']) })),
  'upload slow': failNext('upload', (random) => ({ delay: randomDelay(random) })),
  'SendMessage fails': failNextInvocation(() => ({ error: 'no' })),
  'SendMessage never completes': failNextInvocation(() => ({ never: true })),
  'SendMessage slow': failNextInvocation((random) => ({ delay: randomDelay(random) })),
  'SendMessage drops the connection': failNextInvocation(() => ({ drop: true })),

  [DOWN]: async ({ provider, signal }, random) => {
    await provider.goDown();
    await sleep(signal, outageDuration(random));
    await provider.comeUp();
  },
  offline: async (run, random) => {
    const customer = randomCustomer(run, random);
    if (customer.isOffline) return;
    customer.isOffline = true;
    await customer.enqueue(() => customer.screen.page.context().setOffline(true));
    await sleep(run.signal, outageDuration(random));
    customer.connectionsTrustedSince = Date.now();
    await customer.enqueue(() => customer.screen.page.context().setOffline(false));
    customer.isOffline = false;
  },
  'hidden tab': async (run, random) => {
    const customer = randomCustomer(run, random);
    await customer.enqueue(() => customer.screen.setHidden(true));
    await sleep(run.signal, outageDuration(random));
    await customer.enqueue(() => customer.screen.setHidden(false));
  },
};

/** Kinds that are injected three times as often as the others. */
const FREQUENT = [
  'connection dropped',
  'offline',
  'hidden tab',
  'send dropped after storing',
  'send response slow',
];
const KINDS = [...Object.keys(FAULTS), ...FREQUENT, ...FREQUENT];

/** Injects faults until the run ends, then waits for those that last. */
export async function injectFaults(run: Run, random: Random): Promise<void> {
  const lasting = new Map<Promise<unknown>, string>();
  const isDown = () => [...lasting.values()].includes(DOWN);
  while (!isOver(run.signal)) {
    // More customers get more faults; 3 % of the intervals last 12 s.
    const interval = random.chance(0.03)
      ? 12_000
      : random.between(1_500, 12_000) / run.customers.length;
    await sleep(run.signal, interval);
    const kind = random.pick(KINDS);
    if (isOver(run.signal) || (kind === DOWN && isDown())) continue;
    run.tally.fault(kind);
    const injection = Promise.resolve(FAULTS[kind]?.(run, random.fork())).catch((error: unknown) =>
      run.tally.problem(`${kind}: ${String(error)}`),
    );
    lasting.set(injection, kind);
    void injection.then(() => lasting.delete(injection));
  }
  await Promise.all(lasting.keys());
}

/** Returns a random lag of a history, in ms. */
const randomLag = (random: Random) => random.between(500, 10_000);

/** Makes the histories lag most of the time, until the run ends. */
export async function lagHistories(run: Run, random: Random): Promise<void> {
  const { provider, signal, tally } = run;
  while (!isOver(signal)) {
    const historyLags = random.chance(0.5)
      ? [0, randomLag(random), randomLag(random)]
      : [randomLag(random)];
    Object.assign(provider.switches, { historyLags });
    tally.fault(historyLags.length > 1 ? 'replicas lag' : 'history lags');
    await sleep(signal, random.between(5_000, 20_000));
    Object.assign(provider.switches, { historyLags: [] });
    await sleep(signal, random.between(2_000, 10_000));
  }
}
