import { chatClosed, chatOpened } from '../../../src/realtime/hubActions';
import { advanceTime, flushPromises, TICK, useFakeClock } from '../../support/time/frames';
import { FAILED_CONNECTION, captureConsole } from '../../support/console/captureConsole';
import { makeMemoryChat } from '../../support/stores/makeChat';
import type { MemoryConnection } from '../../support/fakes/memoryHub';

useFakeClock();
const output = captureConsole(FAILED_CONNECTION);

const TEN_MINUTES = 600_000;

/** Advances the time while the server pings, so that SignalR's server timeout does not end the connection. */
async function advanceWithPings(connection: () => MemoryConnection, milliseconds: number) {
  for (let remaining = milliseconds; remaining > 0; remaining -= 10_000) {
    await advanceTime(Math.min(remaining, 10_000));
    connection().ping();
  }
}

/** Opens a chat and waits until its connection is stable, so that the retry delays start over. */
async function stableChat() {
  const chat = makeMemoryChat();
  chat.dispatch(chatOpened());
  await flushPromises();
  await advanceWithPings(() => chat.hub.last, 30_000);
  expect(chat.state()).toBe('Connected');
  return chat;
}

/** Waits until all retries have ended. Returns the times of the attempts, in ms from now. */
async function attemptsFromNow({ hub }: Pick<ReturnType<typeof makeMemoryChat>, 'hub'>) {
  const start = Date.now();
  await advanceTime(TEN_MINUTES);
  return hub.attemptsSince(start);
}

describe('hub middleware', () => {
  test('reports each connection state once, in order', async () => {
    const { dispatch, hub, states } = await stableChat();
    hub.last.drop();
    await flushPromises();
    dispatch(chatClosed());
    await flushPromises();
    expect(states()).toEqual([
      'Connecting',
      'Connected',
      'Reconnecting',
      'Connected',
      'Disconnecting',
      'Disconnected',
    ]);
  });

  describe('retries', () => {
    test('follow a drop after 0, 2, 12 and 42 s and then stop', async () => {
      const chat = await stableChat();
      chat.hub.behaviour = { status: 503 };
      const attempts = attemptsFromNow(chat);
      chat.hub.last.drop();
      expect(await attempts).toEqual([0, 2000, 12_000, 42_000]);
      expect(chat.states().slice(2)).toEqual(['Reconnecting', 'Disconnected']);
      expect(jest.getTimerCount()).toBe(0);
    });

    test('follow a failed first attempt after the same delays', async () => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { status: 503 };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened());
      expect(await attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
      expect(chat.states()).toEqual(['Connecting', 'Disconnected']);
      expect(jest.getTimerCount()).toBe(0);
    });

    test.each([1, 2, 3])('end with the first success, after %d failures', async (failures) => {
      const { hub, states } = await stableChat();
      hub.behaviour = { status: 500 };
      const before = hub.negotiations.length;
      hub.last.drop();
      while (hub.negotiations.length < before + failures) await advanceTime(500);
      hub.behaviour = {};
      await advanceTime(30_000);
      expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);
      expect(hub.negotiations).toHaveLength(before + failures + 1);
    });

    test('start over after a connection of 30 s', async () => {
      const { hub, states } = await stableChat();
      for (let time = 0; time < 6; time += 1) {
        hub.last.drop();
        await flushPromises();
        await advanceWithPings(() => hub.last, 30_000);
      }
      expect(hub.connections).toHaveLength(7);
      expect(states().at(-1)).toBe('Connected');
    });

    test('do not start over after a shorter connection', async () => {
      const { hub, states } = await stableChat();
      hub.last.drop();
      await flushPromises();
      for (const delay of [2000, 10_000, 30_000]) {
        await advanceWithPings(() => hub.last, 29_999);
        hub.last.drop();
        await advanceTime(delay - 1);
        expect(states().at(-1)).toBe('Reconnecting');
        await advanceTime(1);
        expect(states().at(-1)).toBe('Connected');
      }
      await advanceTime(29_998);
      hub.last.drop();
      await flushPromises();
      expect(states().at(-1)).toBe('Disconnected');
    });
  });

  test('makes five attempts if the server drops each connection within a second', async () => {
    const { dispatch, hub, state } = makeMemoryChat();
    dispatch(chatOpened());
    for (let second = 0; second < 600; second += 1) {
      await advanceTime(500);
      for (const connection of hub.openConnections) connection.drop();
      await advanceTime(500);
    }
    expect(hub.negotiations).toHaveLength(5);
    expect(state()).toBe('Disconnected');
  });

  describe('a Close record of the server', () => {
    test.each([
      ['without a reason', {}],
      ['with an error', { error: 'Connection closed with an error.' }],
      ['with allowReconnect', { allowReconnect: true }],
      ['with an error and allowReconnect', { error: 'Timeout', allowReconnect: true }],
    ])('%s is followed by a reconnect', async (_, reason) => {
      const { hub, states } = await stableChat();
      hub.last.close(reason);
      await flushPromises();
      expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);
      expect(hub.openConnections).toEqual([hub.last]);
      expect(hub.connections).toHaveLength(2);
    });

    test('in the frame of the handshake response is a failed attempt', async () => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { handshake: '{}\u001e{"type":7,"error":"No"}\u001e' };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened());
      expect(await attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
      expect(chat.hub.openConnections).toEqual([]);
      expect(chat.state()).toBe('Disconnected');
    });
  });

  describe('an attempt that stalls', () => {
    test.each(['negotiate', 'connect', 'handshake'] as const)(
      'at %s is abandoned after 20 s',
      async (stall) => {
        const chat = makeMemoryChat();
        chat.hub.behaviour = { stall };
        chat.dispatch(chatOpened());
        await advanceTime(19_999);
        expect(chat.hub.negotiations).toHaveLength(1);
        chat.hub.behaviour = {};
        await advanceTime(1 + TICK);
        expect(chat.hub.negotiations).toHaveLength(2);
        expect(chat.states()).toEqual(['Connecting', 'Connected']);
        expect(chat.hub.openConnections).toEqual([chat.hub.last]);
      },
    );
  });

  describe('a handshake response', () => {
    test.each([
      ['with an error', '{"error":"The protocol \'json\' is not supported."}\u001e'],
      ['that is not JSON', 'hello\u001e'],
      ['that is a ping', '{"type":6}\u001e'],
    ])('%s is a failed attempt', async (_, handshake) => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { handshake };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened());
      expect(await attempts).toEqual([0, 0, 2000, 12_000, 42_000]);
      expect(chat.states()).toEqual(['Connecting', 'Disconnected']);
    });
  });

  describe('a negotiate response', () => {
    test.each([401, 403])('with %d ends retrying', async (status) => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { status, body: '<h1>Forbidden</h1>' };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened());
      expect(await attempts).toEqual([0]);
      expect(chat.states()).toEqual(['Connecting', 'Disconnected']);
    });

    test.each([401, 403])('with %d ends reconnecting', async (status) => {
      const chat = await stableChat();
      chat.hub.behaviour = { status };
      const attempts = attemptsFromNow(chat);
      chat.hub.last.drop();
      expect(await attempts).toEqual([0]);
      expect(chat.state()).toBe('Disconnected');
    });

    test.each([
      [404, 'Not found'],
      [500, '<h1>System.Exception</h1>'],
      [503, 'Later'],
    ])('with %d is a failed attempt, and no action has its body', async (status, body) => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { status, body };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened());
      expect((await attempts).length).toBe(5);
      expect(JSON.stringify(chat.actions)).not.toContain(body);
    });

    test.each([
      ['that is HTML', '<!doctype html><title>App</title>'],
      ['with an error', '{"error":"The client requested a non-integer protocol version."}'],
      ['without a body', ''],
    ])('%s is a failed attempt', async (_, body) => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { body };
      const attempts = attemptsFromNow(chat);
      chat.dispatch(chatOpened());
      expect((await attempts).length).toBe(5);
      expect(chat.state()).toBe('Disconnected');
    });
  });

  test('leaves one connection and no log line after 50 rounds of chatOpened and chatClosed', async () => {
    const { dispatch, hub } = makeMemoryChat();
    for (let round = 0; round < 50; round += 1) {
      dispatch(chatOpened());
      if (round % 2 === 0) await flushPromises();
      dispatch(chatClosed());
      if (round % 3 === 0) await flushPromises();
    }
    dispatch(chatOpened());
    await flushPromises();
    expect(hub.openConnections).toEqual([hub.last]);
    dispatch(chatClosed());
    await flushPromises();
    expect(hub.openConnections).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
    expect(output.lines).toEqual([]);
  });
});
