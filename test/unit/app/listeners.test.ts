import { api } from '../../../src/api/api';
import { receiveFromTab } from '../../../src/messages/tabChannel';
import { selectUser } from '../../../src/session/sessionSlice';
import { checkSession } from '../../../src/session/sessionThunks';
import { pageHidden, pageShown } from '../../../src/platform/pageEvents';
import { incoming, own, respond, tokenOf } from '../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../support/console/captureConsole';
import { makeChat, sendText } from '../../support/stores/makeChat';
import { flushPromises, fakeClockForEachTest } from '../../support/time/frames';

const output = captureConsole(
  FAILED_CALL,
  /^An unhandled error occurred processing a request for the endpoint "(send|history)"/,
);
fakeClockForEachTest();

const { send } = api.endpoints;

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
  jest.setSystemTime(now);
  /** The response to all calls but the first history. */
  const provider: { status: number; date?: string; sends: number } = { status: 200, sends: 0 };
  let body: string | undefined = JSON.stringify([incoming(), own()]);
  const chat = makeChat({
    token: tokenOf(7, EXPIRY),
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

test('a failed call is not logged if the session has ended meanwhile', async () => {
  const { store, provider, services } = await openChat();
  provider.status = 503;
  const sending = store.dispatch(send.initiate(own()));
  services.tokens.remove();
  store.dispatch(checkSession());
  await sending;
  expect(output.lines).toEqual([]);
});

test('a call that throws is logged without the token', async () => {
  const { store, services } = await openChat();
  services.tokens.readFor = () => {
    throw new Error('No access to access_token=s3cret');
  };
  await store.dispatch(send.initiate(own()));
  expect(output.at('error')).toContain('Sending a message failed: No access to access_token=***');
});

describe('an expired token', () => {
  test('logs out once after several 401 responses, and keeps the draft', async () => {
    const { store, provider, tokens, clients, navigations, user, services } =
      await openChat(AFTER_EXPIRY);
    services.drafts.save(7, { text: 'Salam' });
    provider.status = 401;
    const post = () => store.dispatch(send.initiate(own()));
    await Promise.all([post(), post(), post()]);
    await flushPromises();
    expect(user()).toBeUndefined();
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual(['login']);
    expect(clients.last.stops).toBe(1);
    expect(services.drafts.read(7).text).toBe('Salam');
  });

  test.each([
    ['a 401 before the expiry', 401, BEFORE_EXPIRY],
    ['a 403', 403, AFTER_EXPIRY],
  ])('stays after %s', async (_, status, now) => {
    const { store, provider, tokens, navigations, user } = await openChat(now);
    provider.status = status;
    await store.dispatch(send.initiate(own()));
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
    await store.dispatch(send.initiate(own()));
    await flushPromises();
    expect(user()).toBe(expected);
  });

  test('stays if another tab has stored a new token since the request', async () => {
    const { store, provider, tokens, navigations, user } = await openChat(AFTER_EXPIRY);
    provider.status = 401;
    const sending = store.dispatch(send.initiate(own()));
    tokens.save(tokenOf(7, EXPIRY - 1));
    await sending;
    await flushPromises();
    expect(user()).toBe(7);
    expect(navigations).toEqual([]);
  });
});

describe('a token that another tab has replaced', () => {
  test.each([
    ['ends the session if it is another user’s', tokenOf(8), ['login']],
    ['ends the session if it is gone', null, ['login']],
  ])('sends no message, and %s', async (_, token, expected) => {
    const { store, provider, tokens, navigations } = await openChat();
    tokens.remove();
    if (token !== null) tokens.save(token);
    await store.dispatch(sendText('salam'));
    expect(provider.sends).toBe(0);
    expect(navigations).toEqual(expected);
  });

  test('is noticed when the page is shown', async () => {
    const { store, tokens, navigations } = await openChat();
    store.dispatch(pageHidden());
    tokens.save(tokenOf(8));
    store.dispatch(pageShown());
    expect(navigations).toEqual(['login']);
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
