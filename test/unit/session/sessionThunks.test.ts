import type { Store } from '../../../src/app/store';
import { selectConnection } from '../../../src/hub/connectionSlice';
import { pageResumed, pageSuspended } from '../../../src/platform/pageEvents';
import { checkSession } from '../../../src/session/sessionThunks';
import {
  logoutStarted,
  selectIsLeaving,
  selectLogout,
  selectUser,
} from '../../../src/session/sessionSlice';
import { FAILED_CALL, captureConsole } from '../../support/console/captureConsole';
import { tokenOf } from '../../support/builders/builders';
import { isIdle, makeChat, waitForState } from '../../support/stores/makeChat';
import { fakeProviderForEachTest } from '../../support/fakes/fakeProvider';

const server = fakeProviderForEachTest();
captureConsole(FAILED_CALL);

const PHONE = '+994501234567';
const user = { id: 7, username: PHONE, role: 'user' };

/** Creates the store of a page. No thunk has run. */
const openPage = (token: string | null = null) => makeChat({ fetch: server().fetch, token });

type Page = ReturnType<typeof openPage>;

/** Creates a store with a logged-in user, a draft, a connection and the history. */
async function loggedInPage() {
  const page = openPage(tokenOf(7));
  page.services.drafts.save(7, { text: 'Salam' });
  page.store.dispatch(checkSession());
  await waitForState(
    page.store,
    (state) => selectConnection(state) === 'Connected' && isIdle(state),
  );
  return page;
}

describe('checkSession at start', () => {
  test('restores the user of the stored token and fetches the history, once', async () => {
    const { store, tokens, clients, navigations } = await loggedInPage();
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toEqual(user);
    expect(tokens.read()).toBe(tokenOf(7));
    expect(clients.created).toHaveLength(1);
    expect(navigations).toEqual([]);
    expect(server().requestsTo('login')).toEqual([]);
  });

  test('removes an unusable token', () => {
    const { store, tokens, navigations } = openPage('hello');
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toBeNull();
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual([]);
    expect(server().requests).toEqual([]);
  });

  test('does nothing without a token', () => {
    const { store } = openPage();
    const before = store.getState();
    store.dispatch(checkSession());
    expect(store.getState()).toBe(before);
  });
});

describe('checkSession later', () => {
  test('does nothing while a logout waits for the hub', async () => {
    const { store, tokens, navigations } = await loggedInPage();
    store.dispatch(logoutStarted('pressed'));
    tokens.remove();
    store.dispatch(checkSession());
    expect(selectLogout(store.getState())).toBe('pressed');
    await waitForState(store, (state) => selectUser(state) === null);
    expect(navigations).toEqual(['login']);
  });

  test.each<[string, (page: Page) => void]>([
    ['is gone', ({ tokens }) => tokens.remove()],
    ['has become unusable', ({ tokens }) => tokens.storage.set('token', 'hello')],
  ])('ends the session and keeps the draft if the token %s', async (_, change) => {
    const page = await loggedInPage();
    const { store, tokens, clients, navigations, services } = page;
    change(page);
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toBeNull();
    expect(tokens.storage.size).toBe(0);
    expect(navigations).toEqual(['login']);
    expect(services.drafts.read(7)).toMatchObject({ text: 'Salam' });
    await waitForState(store, (state) => selectConnection(state) === 'Disconnected');
    expect(clients.last.stops).toBe(1);
  });

  test('removes the draft and ends the session if another user has logged in', async () => {
    const { store, tokens, navigations, services } = await loggedInPage();
    tokens.save(tokenOf(8));
    store.dispatch(checkSession());
    expect(navigations).toEqual(['login']);
    expect(services.drafts.storage.size).toBe(0);
    expect(selectUser(store.getState())).toBeNull();
    expect(tokens.read()).toBe(tokenOf(8));
    store.dispatch(pageSuspended());
  });

  test('logs in if another tab has logged in', async () => {
    const { store, tokens } = openPage();
    store.dispatch(checkSession());
    tokens.save(tokenOf(7));
    store.dispatch(checkSession());
    expect(selectUser(store.getState())).toEqual(user);
    await waitForState(store, (state) => selectConnection(state) === 'Connected');
  });
});

/** Logs out, and waits until the page leaves. */
function logOutOf(store: Store): Promise<void> {
  store.dispatch(logoutStarted('pressed'));
  return waitForState(store, selectIsLeaving);
}

describe('a logout', () => {
  test('stops the hub, removes the token and the draft, and navigates to the login page', async () => {
    const { store, tokens, clients, navigations, services } = await loggedInPage();
    services.drafts.other.save(7, { text: 'Salam' });
    const loggedOut = logOutOf(store);
    expect(selectLogout(store.getState())).toBe('pressed');
    expect(clients.last.stops).toBe(1);
    expect([tokens.read(), navigations]).toEqual([tokenOf(7), []]);
    await loggedOut;
    expect(selectConnection(store.getState())).toBe('Disconnected');
    expect([tokens.storage.size, services.drafts.storage.size]).toEqual([0, 0]);
    services.drafts.other.clearAfterLogout();
    expect(services.drafts.other.read(7).text).toBe('');
    expect(selectUser(store.getState())).toBeNull();
    expect(selectLogout(store.getState())).toBeNull();
    expect(navigations).toEqual(['login']);
    // The login is inert until /login is loaded, or the page is resumed.
    expect(selectIsLeaving(store.getState())).toBe(true);
    store.dispatch(pageResumed());
    expect(selectIsLeaving(store.getState())).toBe(false);
  });

  test('in another tab removes the draft of a tab that was suspended', async () => {
    const { store, tokens, services } = await loggedInPage();
    services.drafts.other.markLogout();
    tokens.remove();
    store.dispatch(pageResumed());
    expect(services.drafts.storage.has('draft')).toBe(false);
    expect(selectUser(store.getState())).toBeNull();
  });

  test('in another tab removes the draft of a tab that was discarded, once', () => {
    const { store, services } = openPage();
    services.drafts.save(7, { text: 'Salam' });
    services.drafts.other.markLogout();
    store.dispatch(checkSession());
    expect(services.drafts.storage.has('draft')).toBe(false);
    services.drafts.save(7, { text: 'Salam' });
    store.dispatch(checkSession());
    expect(services.drafts.storage.has('draft')).toBe(true);
  });

  test.each([
    ['another user', tokenOf(8)],
    ['the same user', tokenOf(7, 4_000_000_000)],
  ])('keeps the token of %s who has logged in in another tab meanwhile', async (_, token) => {
    const { store, tokens } = await loggedInPage();
    const loggedOut = logOutOf(store);
    tokens.save(token);
    await loggedOut;
    expect(tokens.read()).toBe(token);
  });

  test('navigates once when it is dispatched again, or the token is removed meanwhile', async () => {
    const { store, tokens, navigations } = await loggedInPage();
    const loggedOut = [logOutOf(store), logOutOf(store)];
    tokens.remove();
    store.dispatch(checkSession());
    await Promise.all(loggedOut);
    await logOutOf(store);
    expect(navigations).toEqual(['login']);
  });
});
