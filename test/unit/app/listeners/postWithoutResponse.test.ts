import { selectEntries } from '../../../../src/chat/messagesSlice';
import { sendText } from '../../../../src/chat/sendMessage';
import type { Message } from '../../../../src/conversation/message';
import { chatClosed } from '../../../../src/realtime/hubActions';
import type { Transport } from '../../../../src/services/transport';
import { checkSession } from '../../../../src/session/sessionThunks';
import { pageCameOnline } from '../../../../src/shared/pageEvents';
import { tokenOf } from '../../../support/builders/builders';
import { FAILED_CALL, captureConsole } from '../../../support/console/captureConsole';
import { makeChat } from '../../../support/stores/makeChat';
import { advanceTime, flushPromises, TICK, useFakeClock } from '../../../support/time/frames';

captureConsole(FAILED_CALL);
useFakeClock();

/** Upper bound of the random delay before the second fetch, in ms. */
const MAX_DELAY = 7_000;

const fail =
  (status: number): Transport =>
  () =>
    Promise.resolve({ status, text: '' });
const lose: Transport = () => Promise.reject(new TypeError('Failed to fetch'));
const hang: Transport = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', reject);
  });

/** Opens a chat with a provider that stores each POST and responds with `respond`. */
async function openChat(respond: Transport) {
  const provider = { fetches: 0, isLagging: false, isOffline: false };
  const stored: Message[] = [];
  const transport: Transport = (request) => {
    if (provider.isOffline) return lose(request);
    if (!request.url.includes('/messages/')) {
      stored.push(JSON.parse(request.body as string) as Message);
      return respond(request);
    }
    provider.fetches += 1;
    const text = JSON.stringify(provider.isLagging ? [] : stored);
    return Promise.resolve({ status: 200, text });
  };
  const { store, clients } = makeChat('https://chat.example.az', { token: tokenOf(7), transport });
  store.dispatch(checkSession());
  await advanceTime(TICK);
  // The proof of the subscription. After its fetch, the connection causes no further fetch.
  clients.last.subscribe();
  await flushPromises();
  provider.fetches = 0;
  const texts = () => selectEntries(store.getState()).map(({ message }) => message.text);
  return { store, provider, texts };
}

describe('history listener, after a failed POST', () => {
  test.each<[string, Transport, number]>([
    ['a lost response', lose, 0],
    ['a timeout', hang, 100_000],
    ['a 502 of a gateway', fail(502), 0],
    ['a 504 of a gateway', fail(504), 0],
  ])('fetches the history at once after %s, and shows a stored message', async (_, respond, ms) => {
    const { store, provider, texts } = await openChat(respond);
    void store.dispatch(sendText('salam'));
    await flushPromises();
    await advanceTime(ms);
    expect(provider.fetches).toBe(1);
    expect(texts()).toEqual(['salam']);
    await advanceTime(600_000);
    expect(provider.fetches).toBe(1);
    store.dispatch(chatClosed());
  });

  test('fetches the history once more, if the first one lags behind the POST', async () => {
    const { store, provider, texts } = await openChat(lose);
    provider.isLagging = true;
    await store.dispatch(sendText('salam'));
    await flushPromises();
    expect([provider.fetches, texts()]).toEqual([1, []]);
    provider.isLagging = false;
    await advanceTime(MAX_DELAY);
    expect([provider.fetches, texts()]).toEqual([2, ['salam']]);
    store.dispatch(chatClosed());
  });

  test('fetches the history at once when the network is back', async () => {
    const { store, provider, texts } = await openChat(lose);
    provider.isLagging = true;
    await store.dispatch(sendText('salam'));
    provider.isOffline = true;
    await advanceTime(600_000);
    provider.fetches = 0;
    Object.assign(provider, { isOffline: false, isLagging: false });
    store.dispatch(pageCameOnline());
    await flushPromises();
    expect([provider.fetches, texts()]).toEqual([1, ['salam']]);
    store.dispatch(chatClosed());
  });

  test.each([400, 401, 500, 503])('fetches nothing after a %d', async (status) => {
    const { store, provider } = await openChat(fail(status));
    await store.dispatch(sendText('salam'));
    await advanceTime(600_000);
    expect(provider.fetches).toBe(0);
    store.dispatch(chatClosed());
  });

  test('fetches nothing after the chat is closed', async () => {
    const { store, provider } = await openChat(lose);
    provider.isLagging = true;
    await store.dispatch(sendText('salam'));
    await flushPromises();
    store.dispatch(chatClosed());
    await advanceTime(600_000);
    expect(provider.fetches).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
