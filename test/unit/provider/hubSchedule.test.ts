import { chatClosed, chatOpened } from '../../../src/provider/hub';
import { pass, settle, TICK, useClock } from '../../support/clock';
import { keepConsole } from '../../support/keepConsole';
import { makeMemoryChat } from '../../support/memoryChat';
import type { MemoryConnection } from '../../support/memoryConnection';

useClock();
const output = keepConsole();

const TEN_MINUTES = 600_000;

/** Time passes while the server pings, so that nothing goes silent. */
async function passWithPings(connection: () => MemoryConnection, milliseconds: number) {
  for (let rest = milliseconds; rest > 0; rest -= 10_000) {
    await pass(Math.min(rest, 10_000));
    connection().ping();
  }
}

/** A chat whose connection has been up long enough to count as stable. */
async function stable() {
  const chat = makeMemoryChat();
  chat.dispatch(chatOpened(7));
  await settle();
  await passWithPings(() => chat.hub.last, 30_000);
  expect(chat.state()).toBe('Connected');
  return chat;
}

/** When attempts were made from now on, until they have surely ended. */
async function attemptsFromNow({ hub }: Pick<ReturnType<typeof makeMemoryChat>, 'hub'>) {
  const start = Date.now();
  await pass(TEN_MINUTES);
  return hub.attemptsSince(start);
}

test('the states come in their order, each once', async () => {
  const { dispatch, hub, states } = await stable();
  hub.last.drop();
  await settle();
  dispatch(chatClosed());
  await settle();
  expect(states()).toEqual([
    'Connecting',
    'Connected',
    'Reconnecting',
    'Connected',
    'Disconnecting',
    'Disconnected',
  ]);
});

test('each attempt is a connection of its own', async () => {
  const { hub } = await stable();
  const [first] = hub.connections;
  first?.drop();
  await settle();
  expect(hub.connections).toHaveLength(2);
  expect(hub.open).toEqual([hub.last]);
  expect(hub.last).not.toBe(first);
});

describe('retries', () => {
  test('follow a drop at 0, 2, 12 and 42 seconds, then nothing more is tried', async () => {
    const chat = await stable();
    chat.hub.reception = { status: 503 };
    const attempts = attemptsFromNow(chat);
    chat.hub.last.drop();
    expect(await attempts).toEqual([0, 2000, 12_000, 42_000]);
    expect(chat.states().slice(2)).toEqual(['Reconnecting', 'Disconnected']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('follow a failed first start by the same delays', async () => {
    const chat = makeMemoryChat();
    chat.hub.reception = { status: 503 };
    const attempts = attemptsFromNow(chat);
    chat.dispatch(chatOpened(7));
    expect(await attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
    expect(chat.states()).toEqual(['Connecting', 'Disconnected']);
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each([1, 2, 3])('end when one succeeds: after %d failures', async (failures) => {
    const { hub, states } = await stable();
    hub.reception = { status: 500 };
    const before = hub.negotiations.length;
    hub.last.drop();
    while (hub.negotiations.length < before + failures) await pass(500);
    hub.reception = {};
    await pass(30_000);
    expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);
    expect(hub.negotiations).toHaveLength(before + failures + 1);
  });

  test('start over once a connection has held for 30 seconds', async () => {
    const { hub, states } = await stable();
    for (let time = 0; time < 6; time += 1) {
      hub.last.drop();
      await settle();
      await passWithPings(() => hub.last, 30_000);
    }
    expect(hub.connections).toHaveLength(7);
    expect(states().at(-1)).toBe('Connected');
  });

  test('do not start over for one that held a little less', async () => {
    const { hub, states } = await stable();
    hub.last.drop();
    await settle();
    for (const pause of [2000, 10_000, 30_000]) {
      await passWithPings(() => hub.last, 29_999);
      hub.last.drop();
      await pass(pause - 1);
      expect(states().at(-1)).toBe('Reconnecting');
      await pass(1);
      expect(states().at(-1)).toBe('Connected');
    }
    await pass(29_998);
    hub.last.drop();
    await settle();
    expect(states().at(-1)).toBe('Disconnected');
  });
});

test('a server that accepts and drops at once is not asked in a hot loop', async () => {
  const { dispatch, hub, state } = makeMemoryChat();
  dispatch(chatOpened(7));
  for (let second = 0; second < 600; second += 1) {
    await pass(500);
    for (const connection of hub.open) connection.drop();
    await pass(500);
  }
  expect(hub.negotiations).toHaveLength(5);
  expect(state()).toBe('Disconnected');
});

describe('a Close of the server is an outage like any other', () => {
  test.each([
    ['without a reason', {}],
    ['with an error', { error: 'Connection closed with an error.' }],
    ['with leave to return', { allowReconnect: true }],
    ['with an error and leave to return', { error: 'Timeout', allowReconnect: true }],
  ])('%s', async (_, reason) => {
    const { hub, states } = await stable();
    hub.last.close(reason);
    await settle();
    expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);
    expect(hub.open).toEqual([hub.last]);
    expect(hub.connections).toHaveLength(2);
  });

  test('right behind the handshake: the attempt has failed, and the delays follow', async () => {
    const chat = makeMemoryChat();
    chat.hub.reception = { handshake: '{}\u001e{"type":7,"error":"No"}\u001e' };
    const attempts = attemptsFromNow(chat);
    chat.dispatch(chatOpened(7));
    expect(await attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
    expect(chat.hub.open).toEqual([]);
    expect(chat.state()).toBe('Disconnected');
  });
});

describe('an attempt that comes to a halt is given up after 20 seconds', () => {
  test.each(['negotiate', 'connect', 'handshake'] as const)('at %s', async (stall) => {
    const chat = makeMemoryChat();
    chat.hub.reception = { stall };
    chat.dispatch(chatOpened(7));
    await pass(19_999);
    expect(chat.hub.negotiations).toHaveLength(1);
    chat.hub.reception = {};
    await pass(1 + TICK);
    expect(chat.hub.negotiations).toHaveLength(2);
    expect(chat.states()).toEqual(['Connecting', 'Connected']);
    expect(chat.hub.open).toEqual([chat.hub.last]);
  });

  test.each(['negotiate', 'connect', 'handshake'] as const)(
    'at %s, and holds up leaving the chat for a second at most',
    async (stall) => {
      const chat = makeMemoryChat();
      chat.hub.reception = { stall };
      chat.dispatch(chatOpened(7));
      await pass(5000);
      chat.dispatch(chatClosed());
      await pass(1000);
      expect(chat.state()).toBe('Disconnected');
      expect(await attemptsFromNow(chat)).toEqual([]);
      expect(chat.hub.open).toEqual([]);
    },
  );
});

describe('a handshake that fails is a failed attempt', () => {
  test.each([
    ['an error', '{"error":"The protocol \'json\' is not supported."}\u001e'],
    ['garbage', 'hello\u001e'],
    ['a ping first', '{"type":6}\u001e'],
  ])('%s', async (_, handshake) => {
    const chat = makeMemoryChat();
    chat.hub.reception = { handshake };
    const attempts = attemptsFromNow(chat);
    chat.dispatch(chatOpened(7));
    expect(await attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
    expect(chat.states()).toEqual(['Connecting', 'Disconnected']);
  });
});

describe('negotiate', () => {
  test.each([401, 403])('answered with %d is not asked again', async (status) => {
    const chat = makeMemoryChat();
    chat.hub.reception = { status, body: '<h1>No entrance</h1>' };
    const attempts = attemptsFromNow(chat);
    chat.dispatch(chatOpened(7));
    expect(await attempts).toEqual([0]);
    expect(chat.states()).toEqual(['Connecting', 'Disconnected']);
  });

  test.each([401, 403])('answered with %d while reconnecting ends that', async (status) => {
    const chat = await stable();
    chat.hub.reception = { status };
    const attempts = attemptsFromNow(chat);
    chat.hub.last.drop();
    expect(await attempts).toEqual([0]);
    expect(chat.state()).toBe('Disconnected');
  });

  test.each([
    [404, 'Not here'],
    [500, '<h1>System.Exception</h1>'],
    [503, 'Later'],
  ])(
    'answered with %d is asked again, and the answer never shows in an action',
    async (status, body) => {
      const chat = makeMemoryChat();
      chat.hub.reception = { status, body };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened(7));
      expect((await attempts).length).toBe(5);
      expect(JSON.stringify(chat.actions)).not.toContain(body);
    },
  );

  test.each([
    ['a page', '<!doctype html><title>App</title>'],
    ['an error', '{"error":"The client requested a non-integer protocol version."}'],
    ['nothing', ''],
  ])('answered with %s is a failed attempt', async (_, body) => {
    const chat = makeMemoryChat();
    chat.hub.reception = { body };
    const attempts = attemptsFromNow(chat);
    chat.dispatch(chatOpened(7));
    expect((await attempts).length).toBe(5);
    expect(chat.state()).toBe('Disconnected');
  });
});

test('fifty times in and out of the chat leaves one connection and says nothing', async () => {
  const { dispatch, hub } = makeMemoryChat();
  for (let round = 0; round < 50; round += 1) {
    dispatch(chatOpened(7));
    if (round % 2 === 0) await settle();
    dispatch(chatClosed());
    if (round % 3 === 0) await settle();
  }
  dispatch(chatOpened(7));
  await settle();
  expect(hub.open).toEqual([hub.last]);
  dispatch(chatClosed());
  await settle();
  expect(hub.open).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
  expect(output.lines).toEqual([]);
});
