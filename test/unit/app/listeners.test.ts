import { api } from '../../../src/api/api';
import { receiveFromTab } from '../../../src/messages/tabChannel';
import { selectUser } from '../../../src/session/sessionSlice';
import { signIn } from '../../../src/login/signIn';
import { checkSession } from '../../../src/session/sessionThunks';
import { pageHidden, pageShown } from '../../../src/platform/pageEvents';
import { incoming, own, respond, tokenOf } from '../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../support/console/captureConsole';
import { makeChat, sendText } from '../../support/stores/makeChat';
import { flushPromises, useFakeClock } from '../../support/time/frames';

const output = captureConsole(
  FAILED_CALL,
  /^An unhandled error occurred processing a request for the endpoint "(postMessage|history)"/,
);
useFakeClock();

const { history, postMessage, upload } = api.endpoints;

/** The token's `exp`, in seconds. */
const EXPIRY = 1_800_000_000;
const BEFORE_EXPIRY = EXPIRY * 1000 - 1;
const AFTER_EXPIRY = EXPIRY * 1000;
const DAY = 86_400_000;

/**
 * Opens the chat of user 7 with one incoming message.
 * @param now the device's clock
 */
async function openChat(now = BEFORE_EXPIRY) {
  /** The response to all calls but the first history. */
  const provider: { status: number; date?: string; sends: number } = { status: 200, sends: 0 };
  let body: string | undefined = JSON.stringify([incoming(), own()]);
  const chat = makeChat({
    token: tokenOf(7, EXPIRY),
    now: () => now,
    fetch: (url) => {
      if (url.endsWith('/send')) provider.sends += 1;
      const response = respond(body === undefined ? provider : { body });
      body = undefined;
      return response;
    },
  });
  chat.store.dispatch(checkSession());
  await flushPromises();
  return { ...chat, provider, user: () => selectUser(chat.store.getState())?.id };
}

describe('a failed call', () => {
  test.each([
    ['Loading history', history.initiate({ userId: 7, reason: 'opened', moment: 0 })],
    ['Sending a message', postMessage.initiate(own())],
    ['Sending an image', upload.initiate({ userId: 7, file: new File(['x'], 'a.png') })],
  ])('of %s is logged with its status (S8)', async (sentence, request) => {
    const { store, provider } = await openChat();
    provider.status = 413;
    await store.dispatch(request as ReturnType<typeof postMessage.initiate>);
    expect(output.lines).toEqual([`error: ${sentence} failed: 413`]);
  });

  test('of login is logged without the number, and does not log out (S8)', async () => {
    const fetch = () => respond({ status: 401 });
    const { store, navigations } = makeChat({ token: null, fetch });
    await store.dispatch(signIn('+994501234567'));
    expect(output.lines).toEqual(['error: Login failed: 401']);
    expect(navigations).toEqual([]);
  });

  test('is not logged if the session has ended meanwhile', async () => {
    const { store, provider, services } = await openChat();
    provider.status = 503;
    const sending = store.dispatch(postMessage.initiate(own()));
    services.tokens.remove();
    store.dispatch(checkSession());
    await sending;
    expect(output.lines).toEqual([]);
  });

  test('is logged without the token, and cut to 2 KB', async () => {
    const { store, services } = await openChat();
    const token = tokenOf(7);
    services.tokens.readFor = () => {
      throw new Error(`No access to access_token=${token} ${'a'.repeat(10_000)}`);
    };
    await store.dispatch(postMessage.initiate(own()));
    const line = output.lines.find((text) => text.startsWith('error: Sending a message failed:'));
    expect(line).toContain('Sending a message failed: No access to access_token=*** aaa');
    expect(line?.length).toBeLessThan(2_200);
  });
});

describe('an expired token', () => {
  test('logs out once after several 401 responses', async () => {
    const { store, provider, tokens, clients, navigations, user } = await openChat(AFTER_EXPIRY);
    provider.status = 401;
    const post = () => store.dispatch(postMessage.initiate(own()));
    await Promise.all([post(), post(), post()]);
    await flushPromises();
    expect(user()).toBeUndefined();
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual(['login']);
    expect(clients.last.stops).toBe(1);
  });

  test.each([
    ['a 401 before the expiry', 401, BEFORE_EXPIRY],
    ['a 403', 403, AFTER_EXPIRY],
  ])('stays after %s', async (_, status, now) => {
    const { store, provider, tokens, navigations, user } = await openChat(now);
    provider.status = status;
    await store.dispatch(postMessage.initiate(own()));
    await flushPromises();
    expect(user()).toBe(7);
    expect(tokens.read()).not.toBeNull();
    expect(navigations).toEqual([]);
  });

  test.each([
    ['logs out', 'a day behind', undefined, BEFORE_EXPIRY - DAY, AFTER_EXPIRY],
    ['stays', 'a day ahead', 7, AFTER_EXPIRY + DAY, BEFORE_EXPIRY],
  ])('%s by the date of the 401, if the clock is %s', async (_, __, expected, now, responded) => {
    const { store, provider, user } = await openChat(now);
    Object.assign(provider, { status: 401, date: new Date(responded).toUTCString() });
    await store.dispatch(postMessage.initiate(own()));
    await flushPromises();
    expect(user()).toBe(expected);
  });

  test('stays if another tab has stored a new token since the request', async () => {
    const { store, provider, tokens, navigations, user } = await openChat(AFTER_EXPIRY);
    provider.status = 401;
    const sending = store.dispatch(postMessage.initiate(own()));
    tokens.save(tokenOf(7, EXPIRY - 1));
    await sending;
    await flushPromises();
    expect(user()).toBe(7);
    expect(navigations).toEqual([]);
  });
});

describe('a token that another tab has replaced', () => {
  test('sends no message, and reloads the page for the other user', async () => {
    const { store, provider, tokens, navigations } = await openChat();
    tokens.save(tokenOf(8));
    await store.dispatch(sendText('salam'));
    expect(provider.sends).toBe(0);
    expect(navigations).toEqual(['reload']);
  });

  test('ends the session if it is gone when a message is sent', async () => {
    const { store, provider, tokens, navigations, user } = await openChat();
    tokens.remove();
    await store.dispatch(sendText('salam'));
    expect(provider.sends).toBe(0);
    expect(navigations).toEqual(['login']);
    expect(user()).toBeUndefined();
  });

  test('is noticed when the page is shown', async () => {
    const { store, tokens, navigations } = await openChat();
    store.dispatch(pageHidden());
    tokens.save(tokenOf(8));
    store.dispatch(pageShown());
    expect(navigations).toEqual(['reload']);
  });
});

describe('the newest message that is shown', () => {
  test('is posted to the user’s other tabs once the history is loaded', async () => {
    const { services } = await openChat();
    expect(services.tabs.posted).toEqual([{ userId: 7, seen: own() }]);
  });

  test('is not posted in response to another tab, so that two tabs cannot post for ever', async () => {
    const { store, services } = await openChat();
    for (const seen of [incoming(), own()]) {
      store.dispatch(receiveFromTab({ userId: 7, seen }));
      await flushPromises();
    }
    expect(services.tabs.posted).toHaveLength(1);
  });
});
