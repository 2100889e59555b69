import { api } from '../../../../src/api/api';
import { chatClosed, connectionSubscribed } from '../../../../src/realtime/hubActions';
import { ResponseTooLongError } from '../../../../src/services/boundedFetch';
import type { Transport } from '../../../../src/services/transport';
import { checkSession } from '../../../../src/session/sessionThunks';
import { tokenOf, own } from '../../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../../support/console/captureConsole';
import { makeChat } from '../../../support/stores/makeChat';
import { advanceTime, flushPromises, TICK, useFakeClock } from '../../../support/time/frames';

captureConsole(FAILED_CALL);
useFakeClock();

/** Bounds of the random delay before the first retry, in ms. */
const MIN_DELAY = 3_000;
const MAX_DELAY = 7_000;

/** Time until the server responds, in ms. */
const LATENCY = 100;

/** Responds to a request. */
type Respond = Transport;

const succeed: Respond = () => Promise.resolve({ status: 200, text: '[]' });
const fail =
  (status: number): Respond =>
  () =>
    Promise.resolve({ status, text: '' });
const exceed: Respond = () => Promise.reject(new ResponseTooLongError());
const lose: Respond = () => Promise.reject(new TypeError('Failed to fetch'));

/** Opens a chat that is connected and has its history. No fetch is pending or due. */
async function openChat() {
  const server = { respond: succeed, fetches: 0 };
  const transport: Transport = async (request) => {
    const { respond } = server;
    if (request.url.includes('/messages/')) server.fetches += 1;
    await new Promise((resolve) => setTimeout(resolve, LATENCY));
    return respond(request);
  };
  const { store } = makeChat('https://chat.example.az', { token: tokenOf(7), transport });
  store.dispatch(checkSession());
  await advanceTime(LATENCY + TICK);
  const fetchHistory = async () => {
    store.dispatch(connectionSubscribed());
    await advanceTime(LATENCY + TICK);
    server.fetches = 0;
  };
  await fetchHistory();
  return { store, server, fetchHistory };
}

describe('a failed history', () => {
  test.each<[string, number, Respond]>([
    ['a 500', 1, fail(500)],
    ['a 503', 1, fail(503)],
    ['a lost response', 1, lose],
    ['a 499', 0, fail(499)],
    ['a 404', 0, fail(404)],
    ['a response over 32 MB', 0, exceed],
    ['a response that is no JSON', 0, () => Promise.resolve({ status: 200, text: '<p>' })],
  ])('after %s is fetched again %d times', async (_, expected, respond) => {
    const { store, server, fetchHistory } = await openChat();
    server.respond = respond;
    await fetchHistory();
    server.respond = succeed;
    await advanceTime(MIN_DELAY - 2 * TICK);
    expect(server.fetches).toBe(0);
    await advanceTime(MAX_DELAY - MIN_DELAY + 2 * TICK);
    expect(server.fetches).toBe(expected);
    await advanceTime(600_000);
    expect(server.fetches).toBe(expected);
    store.dispatch(chatClosed());
  });

  test('is fetched less and less often, and as often as at first after a success', async () => {
    const { store, server, fetchHistory } = await openChat();
    server.respond = fail(503);
    await fetchHistory();
    for (const factor of [1, 2, 4, 8, 16, 16]) {
      server.fetches = 0;
      await advanceTime(factor * MIN_DELAY - 2 * TICK);
      expect(server.fetches).toBe(0);
      // Stops at the retry, where the next delay begins.
      let waited = factor * MIN_DELAY;
      for (; server.fetches === 0; waited += 100) await advanceTime(100);
      expect(waited).toBeLessThanOrEqual(factor * MAX_DELAY + 100);
      await advanceTime(LATENCY);
    }
    server.respond = succeed;
    await fetchHistory();
    server.respond = fail(503);
    await fetchHistory();
    await advanceTime(MAX_DELAY);
    expect(server.fetches).toBe(1);
    store.dispatch(chatClosed());
  });

  test('is not fetched again if another request has begun meanwhile', async () => {
    const { store, server, fetchHistory } = await openChat();
    server.respond = fail(503);
    await fetchHistory();
    server.respond = succeed;
    await advanceTime(MIN_DELAY / 2);
    await fetchHistory();
    await advanceTime(600_000);
    expect(server.fetches).toBe(0);
    store.dispatch(chatClosed());
  });

  test('is not fetched again after the chat is closed', async () => {
    const { store, server, fetchHistory } = await openChat();
    server.respond = fail(503);
    await fetchHistory();
    store.dispatch(chatClosed());
    await advanceTime(600_000);
    expect(server.fetches).toBe(0);
  });

  test('is not fetched again if it fails while the hub is not connected', async () => {
    const { store, server } = await openChat();
    store.dispatch(chatClosed());
    await flushPromises();
    server.respond = fail(503);
    const request = { userId: 7, requestKey: 'a' };
    void store.dispatch(api.endpoints.history.initiate(request, { subscribe: false }));
    await advanceTime(LATENCY);
    server.fetches = 0;
    await advanceTime(600_000);
    expect(server.fetches).toBe(0);
  });

  test('is not meant by the failure of another call', async () => {
    const { store, server } = await openChat();
    server.respond = fail(503);
    void store.dispatch(api.endpoints.send.initiate(own()));
    await advanceTime(600_000);
    expect(server.fetches).toBe(0);
    store.dispatch(chatClosed());
  });
});
