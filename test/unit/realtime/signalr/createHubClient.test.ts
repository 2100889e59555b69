import {
  chatClosed,
  chatOpened,
  connectionSubscribed,
  keystrokeTyped,
} from '../../../../src/realtime/hubActions';
import { createHubClient } from '../../../../src/realtime/signalr/createHubClient';
import { tokenExpired } from '../../../../src/shared/tokenEvents';
import { advanceTime, flushPromises, TICK, useFakeClock } from '../../../support/time/frames';
import { tokenOf, incoming } from '../../../support/builders/builders';
import {
  FAILED_CONNECTION,
  FAILED_INVOCATION,
  UNKNOWN_EVENT,
  captureConsole,
} from '../../../support/console/captureConsole';
import { HOST, makeMemoryChat, makeHubStore } from '../../../support/stores/makeChat';
import { PollingHub, MemoryHub } from '../../../support/fakes/memoryHub';
import { memoryTokens } from '../../../support/fakes/memoryStorage';

useFakeClock();
const output = captureConsole(FAILED_CONNECTION, FAILED_INVOCATION, UNKNOWN_EVENT);

async function connectedChat() {
  const chat = makeMemoryChat();
  chat.dispatch(chatOpened());
  await flushPromises();
  return chat;
}

const noEvents = { received: () => undefined, served: () => undefined, closed: () => undefined };

describe('createHubClient', () => {
  test('connects to the hub on the provider host with the user’s id', async () => {
    const { hub } = await connectedChat();
    expect(hub.negotiations[0]?.url).toBe(
      'https://chat.example.az/chatHub66/negotiate?userId=7&negotiateVersion=1',
    );
    expect(hub.last.url).toBe('https://chat.example.az/chatHub66?userId=7&id=connection');
  });

  test('puts no token into the URL', async () => {
    const { hub } = await connectedChat();
    expect(hub.negotiations[0]?.url).not.toContain('ey');
    expect(hub.last.url).not.toContain('ey');
  });

  test('throws if no token of the user is stored', () => {
    const services = { host: HOST, tokens: memoryTokens(), uptime: () => 0 };
    expect(() => createHubClient(services, 7, noEvents)).toThrow(
      'The stored token is not the signed-in user’s.',
    );
  });

  test('reports closed once', async () => {
    const hub = new MemoryHub();
    const services = { host: HOST, tokens: memoryTokens(tokenOf(7)), uptime: () => Date.now() };
    let closed = 0;
    const events = {
      received: () => undefined,
      served: () => undefined,
      closed: () => (closed += 1),
    };
    const client = createHubClient(services, 7, events, hub.overrides());
    await client.start();
    hub.last.drop();
    await flushPromises();
    expect(closed).toBe(1);
  });

  test('reports the first invocation or completion of a connection, and no ping', async () => {
    const { hub, actions } = await connectedChat();
    const served = () => actions.filter(connectionSubscribed.match).length;
    hub.last.ping();
    expect(served()).toBe(0);
    hub.last.push({ type: 3, invocationId: 'unknown' });
    expect(served()).toBe(1);
    hub.last.deliver(incoming());
    expect(served()).toBe(1);
    hub.last.drop();
    await flushPromises();
    hub.last.deliver(incoming());
    expect(served()).toBe(2);
  });

  test('finds an invocation that shares its frame with a ping', async () => {
    const { hub, actions } = await connectedChat();
    hub.last.push({ type: 6 }, { type: 3, invocationId: 'unknown' });
    expect(actions.filter(connectionSubscribed.match)).toHaveLength(1);
  });

  test.each([
    { status: 404, states: ['Reconnecting', 'Connected'] },
    { status: 503, states: [] },
  ])('has the states $states after a send gets status $status', async ({ status, states }) => {
    const tokens = memoryTokens(tokenOf(7));
    const hubs = [new PollingHub(), new PollingHub()];
    const chat = makeHubStore((userId, events) => {
      const overrides = (hubs.shift() ?? new PollingHub()).overrides();
      return Promise.resolve(
        createHubClient({ host: HOST, tokens, uptime: () => 0 }, userId, events, overrides),
      );
    }, tokens);
    const [first] = hubs;
    chat.dispatch(chatOpened());
    await flushPromises();
    const before = chat.states().length;
    if (first) first.sendStatus = status;
    chat.dispatch(keystrokeTyped());
    await flushPromises();
    await advanceTime(TICK);
    expect(chat.states().slice(before)).toEqual(states);
  });

  describe('the stored token', () => {
    test('is read again for each negotiate request', async () => {
      const { hub, tokens } = await connectedChat();
      tokens.save(tokenOf(7, 2_000_000_000));
      hub.last.drop();
      await flushPromises();
      expect(hub.negotiations.map(({ authorization }) => authorization)).toEqual([
        `Bearer ${tokenOf(7)}`,
        `Bearer ${tokenOf(7, 2_000_000_000)}`,
      ]);
    });

    test('is required for a connection', async () => {
      const { dispatch, hub, tokens, states } = makeMemoryChat();
      tokens.remove();
      dispatch(chatOpened());
      await advanceTime(600_000);
      expect(hub.negotiations).toEqual([]);
      expect(states()).toEqual(['Connecting', 'Disconnected']);
    });

    test('is required for a reconnect', async () => {
      const { hub, tokens } = await connectedChat();
      tokens.remove();
      hub.last.drop();
      await advanceTime(600_000);
      expect(hub.negotiations).toHaveLength(1);
    });

    test.each([
      [1, 'it has expired and the hub responds 401', 401, 1],
      [0, 'it has expired and the hub responds 403', 403, 1],
      [0, 'it is valid and the hub responds 401', 401, 4_000_000_000],
      [0, 'it has expired and the hub responds 500', 500, 1],
    ])('leads to %d tokenExpired actions when %s', async (count, _, status, exp) => {
      const { dispatch, hub, tokens, actions } = makeMemoryChat();
      tokens.save(tokenOf(7, exp));
      hub.behaviour = { status };
      dispatch(chatOpened());
      await flushPromises();
      expect(actions.filter(tokenExpired.match)).toHaveLength(count);
    });
  });

  test('retries at once with a token that has replaced the rejected one', async () => {
    const { dispatch, hub, tokens, states } = makeMemoryChat();
    hub.behaviour = { status: 503 };
    dispatch(chatOpened());
    await flushPromises();
    const replaced = {
      get status() {
        tokens.save(tokenOf(7, 4_000_000_000));
        hub.behaviour = {};
        return 401;
      },
    };
    hub.behaviour = replaced;
    await advanceTime(2_000 + TICK);
    expect(states()).toEqual(['Connecting', 'Connected']);
    expect(hub.negotiations).toHaveLength(4);
  });

  describe('a negotiate redirect', () => {
    const redirect = (response: object) => ({ body: JSON.stringify(response) });
    /** Redirects the first negotiate request only. */
    const redirectOnce = (response: object) => {
      const bodies = [JSON.stringify(response)];
      return {
        get body() {
          return bodies.shift();
        },
      };
    };

    test('to another host without a token is not followed', async () => {
      const { dispatch, hub, states } = makeMemoryChat();
      hub.behaviour = redirect({ url: 'https://elsewhere.example/chatHub66' });
      dispatch(chatOpened());
      await advanceTime(60_000);
      expect(hub.negotiations.map(({ url }) => new URL(url).host)).toEqual(
        Array(5).fill('chat.example.az'),
      );
      expect(states().at(-1)).toBe('Disconnected');
      expect(output.at('warn')[0]).toContain(
        'The hub redirects to another host without a token for it.',
      );
    });

    test('to another host with a token is followed with that token', async () => {
      const { dispatch, hub } = makeMemoryChat();
      hub.behaviour = redirectOnce({ url: 'https://elsewhere.example/hub', accessToken: 'theirs' });
      dispatch(chatOpened());
      await flushPromises();
      expect(hub.negotiations).toMatchObject([
        { authorization: `Bearer ${tokenOf(7)}` },
        { authorization: 'Bearer theirs' },
      ]);
      expect(hub.negotiations[1]?.url).toContain('https://elsewhere.example/hub/negotiate');
      expect(hub.last.url).toBe('https://elsewhere.example/hub?id=connection');
    });

    test('within the host is followed with our token', async () => {
      const { dispatch, hub } = makeMemoryChat();
      hub.behaviour = redirectOnce({ url: `${HOST}/other` });
      dispatch(chatOpened());
      await flushPromises();
      expect(hub.negotiations[1]).toMatchObject({ authorization: `Bearer ${tokenOf(7)}` });
      expect(hub.last.url).toBe(`${HOST}/other?id=connection`);
    });
  });

  describe('silence', () => {
    test('of 30 s is a lost connection', async () => {
      const { states } = await connectedChat();
      await advanceTime(30_000);
      expect(states().slice(0, 3)).toEqual(['Connecting', 'Connected', 'Reconnecting']);
    });

    test('is measured from the server’s last message', async () => {
      const { hub, manager } = await connectedChat();
      await advanceTime(12_000);
      expect(manager.activeClient()?.msSinceLastMessage()).toBe(12_000);
      hub.last.ping();
      expect(manager.activeClient()?.msSinceLastMessage()).toBe(0);
      await advanceTime(500);
      expect(manager.activeClient()?.msSinceLastMessage()).toBe(500);
    });

    test('of the client ends after 15 s with a ping', async () => {
      const { hub } = await connectedChat();
      const before = hub.last.pings;
      await advanceTime(14_000);
      hub.last.ping();
      await advanceTime(999);
      expect(hub.last.pings).toBe(before);
      await advanceTime(1);
      expect(hub.last.pings).toBe(before + 1);
    });
  });

  describe('a call', () => {
    test('of SendTyping requests no completion', async () => {
      const { dispatch, hub } = await connectedChat();
      dispatch(keystrokeTyped());
      await flushPromises();
      expect(hub.last.calls('SendTyping')).toEqual([[7, 1]]);
      expect(hub.last.clientRecords.at(-1)).not.toHaveProperty('invocationId');
    });

    test('of invoke resolves with the completion’s result', async () => {
      const { hub, manager } = await connectedChat();
      const result = manager.activeClient()?.invoke('SendMessage', 'a', 'b');
      await flushPromises();
      expect(hub.last.clientRecords.at(-1)).toMatchObject({
        arguments: ['a', 'b'],
        invocationId: '0',
      });
      hub.last.push({ type: 3, invocationId: '0', result: 5 });
      await expect(result).resolves.toBe(5);
    });

    test('of invoke rejects with the completion’s error', async () => {
      const { hub, manager } = await connectedChat();
      const result = manager.activeClient()?.invoke('SendMessage');
      await flushPromises();
      hub.last.push({ type: 3, invocationId: '0', error: 'Method does not exist.' });
      await expect(result).rejects.toThrow('Method does not exist.');
    });
  });

  describe('stop', () => {
    test('logs nothing while connected or connecting', async () => {
      const { dispatch, hub } = await connectedChat();
      dispatch(chatClosed());
      await flushPromises();
      hub.behaviour = { stall: 'handshake' };
      dispatch(chatOpened());
      await flushPromises();
      dispatch(chatClosed());
      await advanceTime(1000);
      expect(output.lines).toEqual([]);
    });
  });

  describe('a negotiate request that stalls', () => {
    const stalledChat = async () => {
      const chat = makeMemoryChat();
      chat.hub.behaviour = { stall: 'negotiate' };
      chat.dispatch(chatOpened());
      await flushPromises();
      return chat;
    };

    test('is aborted 1 s after its attempt is abandoned', async () => {
      const { dispatch, hub } = await stalledChat();
      await advanceTime(20_999);
      expect(hub.abortedNegotiations).toBe(0);
      await advanceTime(1);
      expect(hub.abortedNegotiations).toBe(1);
      dispatch(chatClosed());
      await advanceTime(1000);
    });

    test('is aborted 1 s after chatClosed and not repeated', async () => {
      const { dispatch, hub, state } = await stalledChat();
      dispatch(chatClosed());
      await advanceTime(1000);
      expect(hub.abortedNegotiations).toBe(1);
      expect(state()).toBe('Disconnected');
      expect(hub.negotiations).toHaveLength(1);
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  describe('SignalR’s log', () => {
    test('is written to the console from warnings on, without the token', async () => {
      const { hub } = await connectedChat();
      hub.last.deliver(null, 'x?access_token=s3cret');
      expect(output.lines).toEqual([
        "warn: No client method with the name 'x?access_token=***' found.",
      ]);
    });

    test('has no line below warnings', async () => {
      const { dispatch, hub } = await connectedChat();
      hub.last.ping();
      hub.last.deliver({ fromUserId: 1, text: 'secret' });
      dispatch(chatClosed());
      await flushPromises();
      expect(output.lines).toEqual([]);
    });

    test('has no line about a Close record, because the manager reconnects', async () => {
      const { hub, states } = await connectedChat();
      hub.last.close();
      await flushPromises();
      expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);
      expect(output.lines).toEqual([]);
    });

    test('has no line about a failure to stop', async () => {
      const { dispatch, hub, state } = await connectedChat();
      hub.last.stop = () => Promise.reject(new Error('The socket is gone'));
      dispatch(chatClosed());
      await advanceTime(1000);
      expect(state()).toBe('Disconnected');
      expect(output.lines).toEqual([]);
    });

    test('has no line about a failed start, because the manager logs it', async () => {
      const { dispatch, hub } = makeMemoryChat();
      hub.behaviour = { status: 401 };
      dispatch(chatOpened());
      await flushPromises();
      expect(output.lines).toEqual([
        'warn: Connecting to the hub failed: HubRejectedError: The hub rejected the token with status 401.',
      ]);
    });
  });
});
