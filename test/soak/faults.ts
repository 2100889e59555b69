import { sleep } from '../../src/provider/sleep';
import type { Call } from '../provider/calls';
import type { CloseOptions } from '../provider/hub/protocol';
import type { Fault, HandshakeFault, InvocationFault } from '../provider/switches';
import type { Customer } from './customer';
import type { Random } from './random';
import { isOver, type Run } from './run';

/** How one kind of fault is made; one that lasts ends by itself. */
type Strike = (run: Run, random: Random) => unknown;

const anyone = ({ customers }: Run, random: Random): Customer => random.pick(customers);

const linesOf = (run: Run, random: Random) => {
  const customer = random.chance(0.15) ? undefined : anyone(run, random);
  return run.provider.hub.connections(customer?.id);
};

/** The next few requests of a call go wrong. */
function next(call: Call, make: (random: Random) => Fault): Strike {
  return ({ provider: { switches } }, random) => {
    const before = switches.calls[call] ?? [];
    const fault = { times: random.between(1, 2), ...make(random) };
    switches.calls[call] = [...(Array.isArray(before) ? before : [before]), fault];
  };
}

const nextInvocation =
  (make: (random: Random) => InvocationFault): Strike =>
  ({ provider: { switches } }, random) => {
    switches.invocations['sendmessage'] = [{ times: 1, ...make(random) }];
  };

const nextHandshake =
  (fault: HandshakeFault): Strike =>
  ({ provider: { switches } }) => {
    switches.handshake = [{ times: 1, ...fault }];
  };

const close =
  (options: CloseOptions): Strike =>
  (run, random) => {
    linesOf(run, random).forEach((line) => line.close(options));
  };

const slow = (random: Random) => random.between(200, 3_000);
/** Mostly short; now and then longer than all retries that follow without a nudge. */
const outage = (random: Random) => random.between(300, random.chance(0.1) ? 20_000 : 4_000);

const DOWN = 'provider down';

const STRIKES: Record<string, Strike> = {
  'line cut': (run, random) => linesOf(run, random).forEach((line) => line.terminate()),
  'socket closed': (run, random) =>
    linesOf(run, random).forEach((line) => line.closeSocket(random.pick([1000, 1001, 1011, 1012]))),
  'Close record': close({}),
  'Close record with error': close({ error: 'Connection closed with an error.' }),
  'Close record, reconnect allowed': close({ allowReconnect: true }),
  'line gone silent': (run, random) => {
    const customer = anyone(run, random);
    customer.deafSince = Date.now() + 1;
    run.provider.hub.connections(customer.id).forEach((line) => line.silence());
  },
  'garbled record': (run, random) =>
    linesOf(run, random).forEach((line) =>
      line.send(random.pick(['hello\u001e', '{"a":1}', '{}\u001e'])),
    ),
  'nonsense payload': (run, random) =>
    run.provider.push(anyone(run, random).id, random.pick([null, 'text', {}, []])),

  'negotiate refused': next('negotiate', (random) => ({ status: random.pick([500, 503]) })),
  'negotiate dropped': next('negotiate', () => ({ end: 'drop' })),
  'negotiate slow': next('negotiate', (random) => ({ delay: slow(random) })),
  'negotiate hangs': next('negotiate', (random) => ({
    end: random.pick(['hang', 'stall']),
    times: 1,
  })),
  'upgrade refused': next('upgrade', (random) => ({ status: random.pick([400, 503]) })),
  'upgrade dropped': next('upgrade', () => ({ end: 'drop' })),
  'upgrade slow': next('upgrade', (random) => ({ delay: slow(random) })),
  'upgrade hangs': next('upgrade', () => ({ end: 'hang', times: 1 })),
  'handshake refused': nextHandshake({ reply: '{"error":"no"}\u001e' }),
  'handshake unanswered': nextHandshake({ reply: null }),
  'closed after handshake': nextHandshake({ close: { error: 'no' } }),

  'history refused': next('messages', (random) => ({ status: random.pick([500, 503]) })),
  'history dropped': next('messages', (random) => ({ end: random.pick(['drop', 'cut']) })),
  'history slow': next('messages', (random) => ({
    delay: slow(random),
    when: random.pick(['before', 'after']),
  })),
  'send refused': next('send', (random) => ({ status: random.pick([400, 500, 503]) })),
  'send lost before storing': next('send', () => ({ end: 'drop' })),
  'send lost after storing': next('send', () => ({ end: 'drop', when: 'after' })),
  'send stored, answered 500': next('send', () => ({ status: 500, when: 'after' })),
  'send answer cut': next('send', (random) => ({ end: random.pick(['cut', 'stall']) })),
  'send slow': next('send', (random) => ({ delay: slow(random) })),
  'send answered late': next('send', (random) => ({ delay: slow(random), when: 'after' })),
  'send hangs': next('send', () => ({ end: 'hang', times: 1 })),
  'upload refused': next('upload', (random) => ({ status: random.pick([413, 500]) })),
  'upload dropped': next('upload', (random) => ({ end: random.pick(['drop', 'cut']) })),
  'upload slow': next('upload', (random) => ({ delay: slow(random) })),
  'SendMessage fails': nextInvocation(() => ({ error: 'no' })),
  'SendMessage unanswered': nextInvocation(() => ({ never: true })),
  'SendMessage slow': nextInvocation((random) => ({ delay: slow(random) })),
  'SendMessage drops the line': nextInvocation(() => ({ drop: true })),

  [DOWN]: async ({ provider, signal }, random) => {
    await provider.goDown();
    await sleep(signal, outage(random));
    await provider.comeUp();
  },
  offline: async (run, random) => {
    const customer = anyone(run, random);
    if (customer.isOffline) return;
    customer.isOffline = true;
    await customer.alone(() => customer.screen.context.setOffline(true));
    await sleep(run.signal, outage(random));
    customer.deafSince = Date.now();
    await customer.alone(() => customer.screen.context.setOffline(false));
    customer.isOffline = false;
  },
  'hidden tab': async (run, random) => {
    const customer = anyone(run, random);
    await customer.alone(() => customer.screen.hide(true));
    await sleep(run.signal, outage(random));
    await customer.alone(() => customer.screen.hide(false));
  },
};

/** These happen more often than the rest. */
const OFTEN = [
  'line cut',
  'offline',
  'hidden tab',
  'send lost after storing',
  'send answered late',
];
const KINDS = [...Object.keys(STRIKES), ...OFTEN, ...OFTEN];

/** Injects faults until the time is over, and waits until those that last have ended. */
export async function injectFaults(run: Run, random: Random): Promise<void> {
  const lasting = new Map<Promise<unknown>, string>();
  const isDown = () => [...lasting.values()].includes(DOWN);
  while (!isOver(run.signal)) {
    // The more customers there are, the more goes wrong; now and then nothing does for a while.
    const pause = random.chance(0.03)
      ? 12_000
      : random.between(1_500, 12_000) / run.customers.length;
    await sleep(run.signal, pause);
    const kind = random.pick(KINDS);
    if (isOver(run.signal) || (kind === DOWN && isDown())) continue;
    run.tally.fault(kind);
    const strike = Promise.resolve(STRIKES[kind]?.(run, random.fork())).catch((error: unknown) => {
      run.tally.problem(`${kind}: ${String(error)}`);
    });
    lasting.set(strike, kind);
    void strike.then(() => lasting.delete(strike));
  }
  await Promise.all(lasting.keys());
}
