import { chatClosed, chatOpened } from '../../../src/realtime/hubActions';
import { createHubClient } from '../../../src/realtime/signalr/createHubClient';
import { browserTransport } from '../../../src/services/transport';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { startProvider, type Provider } from '../../stand-in/provider';
import { advanceTime } from '../../support/time/frames';
import { until } from '../../support/time/until';
import { captureConsole } from '../../support/console/captureConsole';
import { isIdle, makeChat, waitForState } from '../../support/stores/makeChat';
import { memoryTokens } from '../../support/fakes/memoryStorage';

// Fake timers that advance in real time, so that the pending ones can be counted.
beforeEach(() => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['nextTick', 'setImmediate', 'performance'],
  });
});
afterEach(() => {
  jest.useRealTimers();
});
const output = captureConsole();

/** The open sockets and servers of this process. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));

let provider: Provider | undefined;
afterEach(() => provider?.stop());

describe('store', () => {
  test('leaves no connection, request or timer after a chat is opened and closed 50 times', async () => {
    const before = sockets();
    provider = await startProvider();
    const { id } = provider.customerFor('+994501234567');
    const services = {
      host: provider.url,
      tokens: memoryTokens(provider.tokenFor('+994501234567')),
      uptime: () => performance.now(),
    };
    const { store } = makeChat({
      host: provider.url,
      transport: browserTransport,
      token: services.tokens.read() ?? '',
      createHubClient: (userId, events) =>
        Promise.resolve(createHubClient(services, userId, events)),
    });
    store.dispatch(sessionStarted({ id, username: '', role: 'user' }));
    for (let round = 0; round < 50; round += 1) {
      store.dispatch(chatOpened());
      await waitForState(store, (state) => state.connection === 'Connected' && isIdle(state));
      expect(provider.hub.connections()).toHaveLength(1);
      store.dispatch(chatClosed());
      await waitForState(store, ({ connection }) => connection === 'Disconnected');
    }
    expect(provider.ledger.of('opened')).toHaveLength(50);
    await until(() => provider?.ledger.of('closed').length === 50);
    expect(provider.hub.connections()).toEqual([]);
    await waitForState(store, (state) => isIdle(state) && state.messages.requests.length === 0);
    await advanceTime(100);
    expect(store.getState().api.queries).toEqual({});

    await provider.stop();
    await advanceTime(100);
    // A WebSocket has a timer until its socket has closed.
    while (jest.getTimerCount() > 0) await new Promise(setImmediate);
    // Sockets of earlier tests in this process may close only now.
    expect(sockets().length).toBeLessThanOrEqual(before.length);
    expect(output.at('error')).toEqual([]);
  });
});
