import { chatClosed, chatOpened } from '../../../../src/realtime/hubActions';
import { createHubClient } from '../../../../src/realtime/signalr/createHubClient';
import { advanceTime, flushPromises, TICK, useFakeClock } from '../../../support/time/frames';
import { makeHubStore, HOST } from '../../../support/stores/makeChat';
import { tokenOf } from '../../../support/builders/builders';
import { FAILED_CONNECTION, captureConsole } from '../../../support/console/captureConsole';
import { MemoryHub, PollingHub } from '../../../support/fakes/memoryHub';
import { memoryTokens } from '../../../support/fakes/memoryStorage';

useFakeClock();
captureConsole(FAILED_CONNECTION);

describe('createHubClient', () => {
  test('(B9) pings and detects silence on a WebSocket after long polling', async () => {
    const tokens = memoryTokens(tokenOf(7));
    const polling = new PollingHub();
    const hub = new MemoryHub();
    const transports = [polling, hub];
    const { dispatch, states } = makeHubStore((userId, events) => {
      const overrides = (transports.shift() ?? hub).overrides();
      const services = { host: HOST, tokens, uptime: () => Date.now() };
      return Promise.resolve(createHubClient(services, userId, events, overrides));
    }, tokens);

    dispatch(chatOpened());
    await flushPromises();
    expect(states()).toEqual(['Connecting', 'Connected']);
    polling.end();
    await advanceTime(TICK);
    expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);

    const { pings } = hub.last;
    hub.last.ping();
    await advanceTime(15_000);
    expect(hub.last.pings).toBe(pings + 1);
    await advanceTime(15_000);
    expect(states().slice(4, 5)).toEqual(['Reconnecting']);
    dispatch(chatClosed());
    await advanceTime(1000);
  });
});
