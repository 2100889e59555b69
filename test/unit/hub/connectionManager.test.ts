import { ConnectionManager } from '../../../src/hub/connectionManager';
import type { ConnectionState } from '../../../src/hub/connectionSlice';
import { TokenError, type HubClientFactory } from '../../../src/hub/hubClient';
import { captureConsole, FAILED_CONNECTION } from '../../support/console/captureConsole';
import {
  FakeHubClients,
  failsToStart,
  failsWith,
  rejectsToken,
  startsAndStops,
  type FakeHubClient,
} from '../../support/fakes/fakeHubClient';
import {
  advanceTime,
  deferred,
  flushMicrotasks,
  flushPromises,
  HOUR,
  moveClock,
  TICK,
  fakeClockForEachTest,
} from '../../support/time/frames';

fakeClockForEachTest();
const output = captureConsole(FAILED_CONNECTION, /^Stopping the hub connection failed: /);

const neverStarts = () => undefined;
const neverStops = ({ starting }: FakeHubClient) => starting.resolve();

/** Creates a manager and records its events. @param prepare called with each new client */
function makeManager(prepare?: (client: FakeHubClient) => void, create?: HubClientFactory) {
  const clients = new FakeHubClients(prepare);
  const manager = new ConnectionManager(create ?? clients.create);
  const states: ConnectionState[] = [];
  const received: unknown[] = [];
  const refusals: unknown[] = [];
  const events = {
    changed: (state: ConnectionState) => states.push(state),
    messageReceived: (payload: unknown) => received.push(payload),
    tokenRefused: (reason: unknown) => refusals.push(reason),
  };
  const open = async (userId = 7) => {
    manager.open({ userId, ...events });
    await flushPromises();
  };
  /** Clients that were started and not stopped. */
  const running = () => clients.created.filter(({ starts, stops }) => starts > 0 && stops === 0);
  return { manager, clients, states, received, refusals, events, open, running };
}

/** Creates a manager that is open for user 7. */
async function openManager(prepare?: (client: FakeHubClient) => void, create?: HubClientFactory) {
  const made = makeManager(prepare, create);
  await made.open();
  return made;
}

/** Returns the times of all further attempts, in ms from now. */
async function attemptsFromNow({ created }: FakeHubClients, event = () => undefined as unknown) {
  const start = Date.now();
  const times: number[] = [];
  const push = created.push.bind(created);
  created.push = (...added) => {
    times.push(Date.now() - start);
    return push(...added);
  };
  event();
  await advanceTime(600_000);
  return times;
}

describe('ConnectionManager.open', () => {
  test('connects once after open, retryNow, close, open and open', async () => {
    const { manager, clients, states, events, open } = makeManager(startsAndStops);
    manager.open({ userId: 7, ...events });
    manager.retryNow();
    manager.close();
    await open();
    await open();
    expect(clients.created).toHaveLength(1);
    expect(states).toEqual(['Connecting', 'Connected']);
  });

  test('connects for another user after the former user’s connection is stopped', async () => {
    const { manager, clients, states, open } = await openManager(startsAndStops);
    const former = clients.last;
    expect(manager.connectedClient()).toBe(former);
    manager.close();
    await open(8);
    expect(former.stops).toBe(1);
    expect(clients.created.map(({ userId }) => userId)).toEqual([7, 8]);
    expect(manager.connectedClient()).toBe(clients.last);
    const session = ['Connecting', 'Connected'];
    expect(states).toEqual([...session, 'Disconnecting', 'Disconnected', ...session]);
  });
});

describe('ConnectionManager.close', () => {
  test.each([
    ['stops at once if the client does', startsAndStops, 0],
    ['waits at most 1 s for a client that never stops', neverStops, 1000],
    ['waits at most 1 s for an attempt that never ends', neverStarts, 1000],
  ])('%s', async (_, prepare, duration) => {
    const { manager, clients, states } = await openManager(prepare);
    manager.close();
    expect(manager.connectedClient()).toBeUndefined();
    await advanceTime(Math.max(0, duration - 1));
    expect(states.at(-1)).toBe(duration === 0 ? 'Disconnected' : 'Disconnecting');
    await advanceTime(1);
    expect(clients.last.stops).toBe(1);
    expect(states.slice(-2)).toEqual(['Disconnecting', 'Disconnected']);
    expect(jest.getTimerCount()).toBe(0);
    clients.last.starting.reject(new Error('closed'));
    await flushPromises();
    expect(output.lines).toEqual([]);
  });

  test.each([
    ['during a retry delay', 1_000, ['Connecting', 'Disconnecting', 'Disconnected']],
    ['after retrying has stopped', 42_000, ['Connecting', 'Disconnected']],
  ])('%s makes no further attempt', async (_, time, expected) => {
    const { manager, clients, states } = await openManager(failsToStart);
    await advanceTime(time);
    manager.close();
    await flushPromises();
    expect(states).toEqual(expected);
    expect(await attemptsFromNow(clients, () => manager.retryNow())).toEqual([]);
  });

  test('logs the failure of a client to stop, without the token', async () => {
    const { manager, clients, states } = await openManager(neverStops);
    manager.close();
    clients.last.stopping.reject(new Error('Bearer s3cret is dead'));
    await flushPromises();
    expect(states.at(-1)).toBe('Disconnected');
    expect(output.at('warn')).toEqual([
      'Stopping the hub connection failed: Error: Bearer *** is dead',
    ]);
  });
});

describe('the attempts', () => {
  test('follow a lost connection after 0, 2, 12 and 42 s and then stop', async () => {
    let isUp = true;
    const { clients, states } = await openManager((client) =>
      (isUp ? startsAndStops : failsToStart)(client),
    );
    await advanceTime(30_000);
    isUp = false;
    const attempts = await attemptsFromNow(clients, () => clients.last.events.closed());
    expect(attempts).toEqual([0, 2000, 12_000, 42_000]);
    expect(states.slice(2)).toEqual(['Reconnecting', 'Disconnected']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('start over after a connection of 30 s', async () => {
    const { clients, states } = await openManager(startsAndStops);
    for (let time = 0; time < 6; time += 1) {
      moveClock(-HOUR);
      await advanceTime(30_000);
      clients.last.events.closed();
      await advanceTime(0);
    }
    expect(clients.created).toHaveLength(7);
    expect(states.at(-1)).toBe('Connected');
  });

  test('do not start over after a shorter connection', async () => {
    const { clients, states } = await openManager(startsAndStops);
    for (const delay of [0, 2000, 10_000, 30_000]) {
      await advanceTime(29_999);
      clients.last.events.closed();
      await flushMicrotasks();
      if (delay > 0) await advanceTime(delay - 1);
      expect(states.at(-1)).toBe('Reconnecting');
      await advanceTime(Math.min(delay, 1));
      expect(states.at(-1)).toBe('Connected');
    }
    await advanceTime(29_999);
    clients.last.events.closed();
    await flushPromises();
    expect(states.slice(-2)).toEqual(['Connected', 'Disconnected']);
  });

  test('do not start over after a shorter connection that was slow to start', async () => {
    const { clients } = await openManager(({ stopping }) => stopping.resolve());
    clients.last.starting.reject(new Error('down'));
    await advanceTime(10_000);
    clients.last.starting.resolve();
    await advanceTime(29_999);
    const attempts = await attemptsFromNow(clients, () => clients.last.events.closed());
    expect(attempts[0]).toBe(2000);
  });

  test.each(['expired', 'foreign'] as const)('end if the token is %s', async (reason) => {
    const { clients, states, refusals } = await openManager(failsWith(new TokenError(reason)));
    expect(await attemptsFromNow(clients)).toEqual([]);
    expect(states).toEqual(['Connecting', 'Disconnecting', 'Disconnected']);
    expect(refusals).toEqual([reason]);
    expect(output.at('warn').join()).toContain(`The token cannot be used: ${reason}`);
  });

  test.each([
    ['all attempts get a 401', 5, ['expired']],
    ['all attempts but the first get a 401', 4, ['expired']],
    ['the last three attempts get a 401', 3, []],
  ])('are a refusal of the token after the last delay if %s', async (_, rejected, expected) => {
    let failures = 5 - rejected;
    const { clients, states, refusals } = await openManager((client) =>
      (failures-- > 0 ? failsToStart : rejectsToken)(client),
    );
    await advanceTime(42_000 - TICK);
    expect([states, refusals]).toEqual([['Connecting'], []]);
    await advanceTime(600_000);
    expect(clients.created).toHaveLength(5);
    expect(states.at(-1)).toBe('Disconnected');
    expect(refusals).toEqual(expected);
  });

  test('do not end the session with a 401 if one of them succeeds', async () => {
    const attempts = [rejectsToken, rejectsToken, startsAndStops];
    const { clients, refusals } = await openManager((client) =>
      (attempts.shift() ?? rejectsToken)(client),
    );
    await advanceTime(2_000 + TICK);
    clients.last.events.closed();
    await advanceTime(600_000);
    expect(clients.created).toHaveLength(5);
    expect(refusals).toEqual([]);
  });

  test('start over if the rejected token has been replaced', async () => {
    const { clients, states } = await openManager(neverStarts);
    clients.last.starting.reject(new Error('down'));
    await advanceTime(TICK);
    clients.last.starting.reject(new TokenError('replaced'));
    await advanceTime(TICK);
    expect(clients.created).toHaveLength(3);
    startsAndStops(clients.last);
    await flushPromises();
    expect(states).toEqual(['Connecting', 'Connected']);
  });

  test('fail if the SignalR code does not load', async () => {
    const load = jest.fn(() => Promise.reject(new Error('Loading chunk signalr failed.')));
    const { states } = await openManager(undefined, load);
    await advanceTime(42_000);
    expect(load).toHaveBeenCalledTimes(5);
    expect(states).toEqual(['Connecting', 'Disconnected']);
    expect(output.at('warn')[0]).toBe(
      'Connecting to the hub failed: Error: Loading chunk signalr failed.',
    );
  });
});

describe('a late client', () => {
  test('whose attempt has timed out after 20 s is stopped, and again when it starts', async () => {
    const { manager, clients, states, running } = await openManager();
    await advanceTime(19_999);
    expect(clients.created).toHaveLength(1);
    expect(clients.last.stops).toBe(0);
    await advanceTime(1 + TICK);
    const [late, next] = clients.created;
    expect(late?.stops).toBe(1);
    expect(output.at('warn')).toEqual(['Connecting to the hub failed: timed out']);
    late?.starting.resolve();
    await flushPromises();
    expect(late?.stops).toBe(2);
    expect(states).toEqual(['Connecting']);
    next?.starting.resolve();
    await flushPromises();
    late?.events.closed();
    await advanceTime(60_000);
    expect(states).toEqual(['Connecting', 'Connected']);
    expect(manager.connectedClient()).toBe(next);
    expect(running()).toEqual([next]);
  });

  test('that is stopped does not let the next session begin before the former is stopped', async () => {
    const { manager, clients, open } = await openManager();
    await advanceTime(20_000 + TICK);
    const [late, former] = clients.created;
    former?.starting.resolve();
    late?.stopping.resolve();
    await flushPromises();
    manager.close();
    late?.starting.resolve();
    await flushPromises();
    await open();
    expect(clients.created).toHaveLength(2);
    await advanceTime(1000);
    expect(clients.created).toHaveLength(3);
  });

  test('that is created after close is never started', async () => {
    const loading = deferred<FakeHubClient>();
    const { manager, clients } = await openManager(undefined, () => loading.promise);
    manager.close();
    const ignore = () => undefined;
    const ignored = { messageReceived: ignore, closed: ignore, transportTried: ignore };
    void clients.create(7, ignored, 0);
    loading.resolve(clients.last);
    await flushPromises();
    expect(clients.last.starts).toBe(0);
  });

  test('delivers messages before it is connected and none after it is closed', async () => {
    const { manager, clients, received } = await openManager();
    const [first] = clients.created;
    expect(manager.connectedClient()).toBeUndefined();
    first?.events.messageReceived('early');
    first?.events.closed();
    first?.events.messageReceived('too late');
    await advanceTime(TICK);
    clients.last.events.messageReceived('by the next');
    expect(received).toEqual(['early', 'by the next']);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'does not report Connected after the closed event, %d microtasks after it started',
    async (microtasks) => {
      const { manager, clients, states } = await openManager();
      clients.last.starting.resolve();
      for (let count = 0; count < microtasks; count += 1) await Promise.resolve();
      const before = [...states];
      clients.last.events.closed();
      expect(manager.connectedClient()).toBeUndefined();
      await advanceTime(TICK);
      expect(states.includes('Connected')).toBe(before.includes('Connected'));
      expect(clients.created).toHaveLength(2);
    },
  );
});

describe.each(['retryNow', 'reconnect'] as const)('ConnectionManager.%s', (method) => {
  test('starts over with all retries if retrying has stopped', async () => {
    const { manager, clients, states } = await openManager(failsToStart);
    await advanceTime(42_000);
    const attempts = await attemptsFromNow(clients, () => manager[method]());
    expect(attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
    expect(states).toEqual(['Connecting', 'Disconnected', 'Connecting', 'Disconnected']);
  });

  test('skips the rest of a delay and continues with the next one', async () => {
    const { manager, clients } = await openManager(failsToStart);
    await advanceTime(2500);
    expect(clients.created).toHaveLength(3);
    expect(await attemptsFromNow(clients, () => manager[method]())).toEqual([0, 30_000]);
  });

  test('retries without a delay if the last attempt is pending and fails', async () => {
    const { manager, clients, states } = await openManager((client) => {
      if (clients.created.length < 5) failsToStart(client);
      if (clients.created.length > 5) startsAndStops(client);
    });
    await advanceTime(42_000);
    expect(clients.created).toHaveLength(5);
    manager[method]();
    clients.last.starting.reject(new Error('down'));
    await advanceTime(TICK);
    expect(states).toEqual(['Connecting', 'Connected']);
    expect(manager.connectedClient()).toBe(clients.last);
  });
});

test('ConnectionManager.retryNow restarts an attempt older than 5 s and no younger one', async () => {
  const { manager, clients, running } = await openManager();
  moveClock(-HOUR);
  await advanceTime(5_000);
  manager.retryNow();
  await advanceTime(0);
  expect(clients.created).toHaveLength(1);
  await advanceTime(1);
  manager.retryNow();
  await advanceTime(TICK);
  expect(clients.created).toHaveLength(2);
  expect(running()).toEqual([clients.last]);
});

test('ConnectionManager.reconnect replaces a connection ten times, and uses up no retry', async () => {
  const { manager, clients, states, running } = await openManager(startsAndStops);
  for (let time = 0; time < 10; time += 1) {
    manager.reconnect();
    expect(manager.connectedClient()).toBeUndefined();
    await advanceTime(TICK);
    expect(states.slice(-2)).toEqual(['Reconnecting', 'Connected']);
  }
  expect(clients.created).toHaveLength(11);
  expect(running()).toEqual([clients.last]);
});

test('ConnectionManager.endAttempt ends a connection, and retries after the usual delay', async () => {
  const { manager, clients, states } = await openManager(startsAndStops);
  manager.endAttempt();
  await flushMicrotasks();
  expect(states.at(-1)).toBe('Reconnecting');
  await advanceTime(TICK);
  expect(states.at(-1)).toBe('Connected');
  expect((await attemptsFromNow(clients, () => manager.endAttempt()))[0]).toBe(2000);
});

describe('a transport', () => {
  const WEB_SOCKETS = 1;
  const SERVER_SENT_EVENTS = 2;
  /** The transports that each attempt excludes, as bits. */
  const excluded = ({ created }: FakeHubClients) => created.map((client) => client.excluded);

  /** An attempt, in which a transport opens that delivers nothing. */
  const hangs =
    (transport: number) =>
    ({ events, stopping }: FakeHubClient) => {
      events.transportTried(transport);
      stopping.resolve();
    };
  /** An attempt that ends as `end` says, in which the web socket opens. */
  const socketWhich = (end: (client: FakeHubClient) => void) => (client: FakeHubClient) => {
    client.events.transportTried(WEB_SOCKETS);
    end(client);
  };
  const fails = socketWhich(failsToStart);
  const isRefused = socketWhich((client) => {
    client.events.transportTried(0);
    failsToStart(client);
  });
  const connectsBriefly = socketWhich((client) => {
    startsAndStops(client);
    setTimeout(() => {
      client.events.closed();
    }, 1);
  });

  test.each([
    [
      'excludes each transport that delivers nothing, until none is left',
      [hangs(WEB_SOCKETS), hangs(SERVER_SENT_EVENTS), hangs(0), hangs(WEB_SOCKETS)],
      [0, 1, 3, 0, 1],
    ],
    ['excludes one that closes before the handshake twice', [fails, fails], [0, 0, 1]],
    [
      'keeps one that was refused, because SignalR has tried the next one',
      [isRefused, isRefused],
      [0, 0, 0],
    ],
    [
      'keeps one that closes before and after a connection',
      [fails, connectsBriefly, fails],
      [0, 0, 0, 0],
    ],
  ])('%s', async (_, attempts, expected) => {
    const { clients } = await openManager((client) => attempts.shift()?.(client));
    await advanceTime(200_000);
    expect(excluded(clients).slice(0, expected.length)).toEqual(expected);
  });

  test('is allowed again when the browser comes online', async () => {
    const { manager, clients } = await openManager(hangs(WEB_SOCKETS));
    await advanceTime(20_000 + TICK);
    manager.reconnect();
    await advanceTime(1_000);
    expect(excluded(clients)).toEqual([0, 1, 0]);
  });
});
