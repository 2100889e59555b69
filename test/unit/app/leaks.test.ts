import { chatClosed, chatOpened } from '../../../src/provider/hub';
import { createHub } from '../../../src/provider/signalr';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { startProvider, type Provider } from '../../provider/provider';
import { pass } from '../../support/clock';
import { keepConsole } from '../../support/keepConsole';
import { isQuiet, makeChat, when } from '../../support/makeChat';
import { memoryTokens } from '../../support/memoryStorage';

// The clock goes on by itself, and knows what is still to come.
beforeEach(() => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['nextTick', 'setImmediate', 'performance'],
  });
});
afterEach(() => {
  jest.useRealTimers();
});
const output = keepConsole();

/** What keeps a process alive: sockets and servers. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));

let provider: Provider | undefined;
afterEach(() => provider?.stop());

test('fifty times in and out of the chat leave no connection, no request, no timer', async () => {
  const before = sockets();
  provider = await startProvider();
  const { id } = provider.customerFor('+994501234567');
  const now = () => Date.now();
  const services = {
    host: provider.url,
    tokens: memoryTokens(provider.tokenFor('+994501234567')),
    now,
  };
  const { store } = makeChat(provider.url, {
    token: services.tokens.read() ?? '',
    createHub: (userId, events) => Promise.resolve(createHub(services, userId, events)),
  });
  store.dispatch(sessionStarted({ id, username: '', role: 'user' }));
  for (let time = 0; time < 50; time += 1) {
    store.dispatch(chatOpened(id));
    await when(store, (state) => state.connection === 'Connected' && isQuiet(state));
    expect(provider.hub.connections()).toHaveLength(1);
    store.dispatch(chatClosed());
    await when(store, ({ connection }) => connection === 'Disconnected');
  }
  expect(provider.ledger.of('opened')).toHaveLength(50);
  await provider.ledger.waitFor(({ kind }) => kind === 'closed', 5_000, 50);
  expect(provider.hub.connections()).toEqual([]);
  await when(store, (state) => isQuiet(state) && state.messages.requests.length === 0);
  await pass(100);
  expect(store.getState().api.queries).toEqual({});

  await provider.stop();
  await pass(100);
  expect(jest.getTimerCount()).toBe(0);
  // Earlier tests of the process may leave some that close only now.
  expect(sockets().length).toBeLessThanOrEqual(before.length);
  expect(output.at('error')).toEqual([]);
});
