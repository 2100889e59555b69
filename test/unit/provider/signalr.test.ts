import { chatClosed, chatOpened, tokenExpired, typed } from '../../../src/provider/hub';
import { createHub } from '../../../src/provider/signalr';
import { pass, settle, useClock } from '../../support/clock';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { HOST, makeMemoryChat } from '../../support/memoryChat';
import { MemoryHub } from '../../support/memoryHub';
import { memoryTokens } from '../../support/memoryStorage';

useClock();
const output = keepConsole();

async function connected() {
  const chat = makeMemoryChat();
  chat.dispatch(chatOpened(7));
  await settle();
  return chat;
}

const lonely = { received: () => undefined, closed: () => undefined };

describe('the address', () => {
  test('is the hub on the provider host, with the user in it', async () => {
    const { hub } = await connected();
    expect(hub.negotiations[0]?.url).toBe(
      'https://chat.example.az/chatHub66/negotiate?userId=7&negotiateVersion=1',
    );
    expect(hub.last.url).toBe('https://chat.example.az/chatHub66?userId=7&id=connection');
  });

  test('holds no token', async () => {
    const { hub } = await connected();
    expect(hub.negotiations[0]?.url).not.toContain('ey');
    expect(hub.last.url).not.toContain('ey');
  });
});

describe('the token', () => {
  test('is the access token of each negotiate, the one stored at that time', async () => {
    const { hub, tokens } = await connected();
    tokens.save(tokenOf(7, 2_000_000_000));
    hub.last.drop();
    await settle();
    expect(hub.negotiations.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${tokenOf(7)}`,
      `Bearer ${tokenOf(7, 2_000_000_000)}`,
    ]);
  });

  test('where there is none, nothing is asked of the server', async () => {
    const { dispatch, hub, tokens, states } = makeMemoryChat();
    tokens.remove();
    dispatch(chatOpened(7));
    await pass(600_000);
    expect(hub.negotiations).toEqual([]);
    expect(states()).toEqual(['Connecting', 'Disconnected']);
  });

  test('that is gone when the line drops is not replaced by an anonymous connection', async () => {
    const { hub, tokens } = await connected();
    tokens.remove();
    hub.last.drop();
    await pass(600_000);
    expect(hub.negotiations).toHaveLength(1);
  });

  test.each([
    ['over, and refused with 401: the session is over', 401, 1, 1],
    ['over, and refused with 403: the session goes on', 403, 1, 0],
    ['not over, and refused with 401: the session goes on', 401, 4_000_000_000, 0],
    ['over, and the server is broken: the session goes on', 500, 1, 0],
  ])('that is %s', async (_, status, exp, ends) => {
    const { dispatch, hub, tokens, actions } = makeMemoryChat();
    tokens.save(tokenOf(7, exp));
    hub.reception = { status };
    dispatch(chatOpened(7));
    await settle();
    expect(actions.filter(tokenExpired.match)).toHaveLength(ends);
  });
});

describe('a redirect', () => {
  const answer = (redirect: object) => ({ body: JSON.stringify(redirect) });
  /** The first negotiate is answered with the redirect, the others as usual. */
  const once = (redirect: object) => {
    const bodies = [JSON.stringify(redirect)];
    return {
      get body() {
        return bodies.shift();
      },
    };
  };

  test('to another host without a token of its own does not get ours', async () => {
    const { dispatch, hub, states } = makeMemoryChat();
    hub.reception = answer({ url: 'https://elsewhere.example/chatHub66' });
    dispatch(chatOpened(7));
    await pass(60_000);
    expect(hub.negotiations.map(({ url }) => new URL(url).host)).toEqual(
      Array(5).fill('chat.example.az'),
    );
    expect(states().at(-1)).toBe('Disconnected');
    expect(output.at('warn')[0]).toContain(
      'The hub redirects to another host without a token for it.',
    );
  });

  test('to another host with a token of its own is followed with that', async () => {
    const { dispatch, hub } = makeMemoryChat();
    hub.reception = once({ url: 'https://elsewhere.example/hub', accessToken: 'theirs' });
    dispatch(chatOpened(7));
    await settle();
    expect(hub.negotiations).toMatchObject([
      { authorization: `Bearer ${tokenOf(7)}` },
      { authorization: 'Bearer theirs' },
    ]);
    expect(hub.negotiations[1]?.url).toContain('https://elsewhere.example/hub/negotiate');
    expect(hub.last.url).toBe('https://elsewhere.example/hub?id=connection');
  });

  test('within the host keeps our token', async () => {
    const { dispatch, hub } = makeMemoryChat();
    hub.reception = once({ url: `${HOST}/other` });
    dispatch(chatOpened(7));
    await settle();
    expect(hub.negotiations[1]).toMatchObject({ authorization: `Bearer ${tokenOf(7)}` });
    expect(hub.last.url).toBe(`${HOST}/other?id=connection`);
  });
});

describe('silence', () => {
  test('of a little less than 30 seconds is borne', async () => {
    const { state } = await connected();
    await pass(29_999);
    expect(state()).toBe('Connected');
  });

  test('of 30 seconds means that the server is gone', async () => {
    const { states } = await connected();
    await pass(30_000);
    expect(states().slice(0, 3)).toEqual(['Connecting', 'Connected', 'Reconnecting']);
  });

  test('is ended by whatever the server says', async () => {
    const { hub, state } = await connected();
    await pass(29_999);
    hub.last.ping();
    await pass(29_999);
    expect(state()).toBe('Connected');
    expect(hub.connections).toHaveLength(1);
  });

  test('is measured from the last that was heard', async () => {
    const { hub, channel } = await connected();
    await pass(12_000);
    expect(channel.live()?.silence()).toBe(12_000);
    hub.last.ping();
    expect(channel.live()?.silence()).toBe(0);
    await pass(500);
    expect(channel.live()?.silence()).toBe(500);
  });

  test('of ours is not longer than 15 seconds while the server speaks', async () => {
    const { hub } = await connected();
    const before = hub.last.pings;
    await pass(14_000);
    hub.last.ping();
    await pass(999);
    expect(hub.last.pings).toBe(before);
    await pass(1);
    expect(hub.last.pings).toBe(before + 1);
  });
});

describe('calling the server', () => {
  test('SendTyping asks for no completion', async () => {
    const { dispatch, hub } = await connected();
    dispatch(typed());
    await settle();
    expect(hub.last.calls('SendTyping')).toEqual([[7, 1]]);
    expect(hub.last.heard.at(-1)).not.toHaveProperty('invocationId');
  });

  test('an invocation ends with the completion of the server', async () => {
    const { hub, channel } = await connected();
    const answer = channel.live()?.invoke('SendMessage', 'a', 'b');
    await settle();
    expect(hub.last.heard.at(-1)).toMatchObject({ arguments: ['a', 'b'], invocationId: '0' });
    hub.last.push({ type: 3, invocationId: '0', result: 5 });
    await expect(answer).resolves.toBe(5);
  });

  test('an invocation fails with the error of the server', async () => {
    const { hub, channel } = await connected();
    const answer = channel.live()?.invoke('SendMessage');
    await settle();
    hub.last.push({ type: 3, invocationId: '0', error: 'Method does not exist.' });
    await expect(answer).rejects.toThrow('Method does not exist.');
  });
});

describe('leaving', () => {
  test('says goodbye to the server and leaves no timer', async () => {
    const { dispatch, hub } = await connected();
    hub.last.ping();
    dispatch(chatClosed());
    await settle();
    expect(hub.last.sawGoodbye).toBe(true);
    expect(hub.open).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is not worth a log line, while connected or connecting', async () => {
    const { dispatch, hub } = await connected();
    dispatch(chatClosed());
    await settle();
    hub.reception = { stall: 'handshake' };
    dispatch(chatOpened(7));
    await settle();
    dispatch(chatClosed());
    await pass(1000);
    expect(output.lines).toEqual([]);
  });
});

describe('a negotiation that hangs is cut off a second after', () => {
  const halted = async () => {
    const chat = makeMemoryChat();
    chat.hub.reception = { stall: 'negotiate' };
    chat.dispatch(chatOpened(7));
    await settle();
    return chat;
  };

  test('its attempt is given up', async () => {
    const { dispatch, hub } = await halted();
    await pass(20_999);
    expect(hub.cutOff).toBe(0);
    await pass(1);
    expect(hub.cutOff).toBe(1);
    dispatch(chatClosed());
    await pass(1000);
  });

  test('the chat is left, and nothing goes on', async () => {
    const { dispatch, hub, state } = await halted();
    dispatch(chatClosed());
    await pass(1000);
    expect(hub.cutOff).toBe(1);
    expect(state()).toBe('Disconnected');
    expect(hub.negotiations).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe("SignalR's own log", () => {
  test('reaches the console from warnings on, without the token', async () => {
    const { hub } = await connected();
    hub.last.receive(null, 'x?access_token=s3cret');
    expect(output.lines).toEqual([
      "warn: No client method with the name 'x?access_token=***' found.",
    ]);
  });

  test('is silent below warnings: no address, no token, no content', async () => {
    const { dispatch, hub } = await connected();
    hub.last.ping();
    hub.last.receive({ fromUserId: 1, text: 'secret' });
    dispatch(chatClosed());
    await settle();
    expect(output.lines).toEqual([]);
  });

  test('is silent about a Close of the server, which the channel deals with', async () => {
    const { hub, states } = await connected();
    hub.last.close();
    await settle();
    expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);
    expect(output.lines).toEqual([]);
  });

  test('ends with the connection: what goes wrong while it stops is nobody’s business', async () => {
    const { dispatch, hub, state } = await connected();
    hub.last.stop = () => Promise.reject(new Error('The socket is gone'));
    dispatch(chatClosed());
    await pass(1000);
    expect(state()).toBe('Disconnected');
    expect(output.lines).toEqual([]);
  });

  test('does not repeat the failure of a start, which the channel tells', async () => {
    const { dispatch, hub } = makeMemoryChat();
    hub.reception = { status: 401 };
    dispatch(chatOpened(7));
    await settle();
    expect(output.lines).toEqual([
      'warn: Connecting to the hub failed: HubRefusedError: The hub refused the token with status 401.',
    ]);
  });
});

describe('a connection', () => {
  test('is not made without a token', () => {
    const services = { host: HOST, tokens: memoryTokens(), now: () => 0 };
    expect(() => createHub(services, 7, lonely)).toThrow('There is no token');
  });

  test('tells its end once', async () => {
    const hub = new MemoryHub();
    const services = { host: HOST, tokens: memoryTokens(tokenOf(7)), now: () => Date.now() };
    const ends: string[] = [];
    const events = { received: () => undefined, closed: () => ends.push('closed') };
    const connection = createHub(services, 7, events, hub.overrides());
    await connection.start();
    hub.last.drop();
    await settle();
    expect(ends).toEqual(['closed']);
  });
});
