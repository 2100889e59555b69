import { chatClosed, chatOpened } from '../../../src/provider/hub';
import { createHub } from '../../../src/provider/signalr';
import { pass, settle, TICK, useClock } from '../../support/clock';
import { makeHubStore } from '../../support/hubStore';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { HOST } from '../../support/memoryChat';
import { MemoryHub } from '../../support/memoryHub';
import { memoryTokens } from '../../support/memoryStorage';
import { PollingHub } from '../../support/pollingHub';

useClock();
keepConsole();

test('after long polling a WebSocket still pings, and still notices silence', async () => {
  const tokens = memoryTokens(tokenOf(7));
  const polling = new PollingHub();
  const hub = new MemoryHub();
  const transports = [polling, hub];
  const { dispatch, states } = makeHubStore((userId, events) => {
    const overrides = (transports.shift() ?? hub).overrides();
    const services = { host: HOST, tokens, now: () => Date.now() };
    return Promise.resolve(createHub(services, userId, events, overrides));
  }, tokens);

  dispatch(chatOpened(7));
  await settle();
  expect(states()).toEqual(['Connecting', 'Connected']);
  polling.end();
  await pass(TICK);
  expect(states().slice(2)).toEqual(['Reconnecting', 'Connected']);

  const { pings } = hub.last;
  hub.last.ping();
  await pass(15_000);
  expect(hub.last.pings).toBe(pings + 1);
  await pass(15_000);
  expect(states().slice(4, 5)).toEqual(['Reconnecting']);
  dispatch(chatClosed());
  await pass(1000);
});
