import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { makeStore, type Store } from '../../../src/app/store';
import { selectIsSending, selectEntries, selectIsLoading } from '../../../src/chat/messagesSlice';
import type { Message } from '../../../src/conversation/message';
import { createConnectionManager } from '../../../src/realtime/connectionManager';
import {
  connectionChanged,
  connectionSlice,
  selectConnection,
} from '../../../src/realtime/connectionSlice';
import { chatClosed, chatOpened, messagesReceived } from '../../../src/realtime/hubActions';
import { createHubMiddleware } from '../../../src/realtime/hubMiddleware';
import { createHubClient } from '../../../src/realtime/signalr/createHubClient';
import type { HubClientFactory } from '../../../src/services/hubClient';
import type { Services, TokenStore } from '../../../src/services/services';
import { selectUser, sessionSlice, sessionStarted } from '../../../src/session/sessionSlice';
import { tokenOf } from '../builders/builders';
import { FakeHubClients, startsAndStops } from '../fakes/fakeHubClient';
import { FakeTabs } from '../fakes/fakeTabs';
import { MemoryHub } from '../fakes/memoryHub';
import { memoryDrafts, memoryTokens } from '../fakes/memoryStorage';
import { fetchTransport, type RestServer } from '../fakes/restServer';
import { synchronousFrame } from '../time/frames';
import { until } from '../time/until';

const stores: Store[] = [];

/**
 * Creates the app's store for Node. HTTP requests go to a real server; all other services are fakes.
 * @param host URL of the REST server
 */
export function makeChat(
  host: string,
  {
    token,
    createHubClient,
    now = () => Date.now(),
    uptime = now,
    nextFrame = synchronousFrame,
    transport = fetchTransport,
    shrinkPhoto = (file) => Promise.resolve(file),
    measureImage = () => Promise.resolve(undefined),
  }: { token?: string; createHubClient?: HubClientFactory } & Partial<
    Pick<Services, 'now' | 'uptime' | 'nextFrame' | 'transport' | 'shrinkPhoto' | 'measureImage'>
  > = {},
) {
  const clients = new FakeHubClients((client) => {
    startsAndStops(client);
    client.completesCalls = true;
  });
  const tokens = memoryTokens(token);
  const navigations: string[] = [];
  const tabs = new FakeTabs();
  const services = {
    host,
    tokens,
    createHubClient: createHubClient ?? clients.create,
    navigation: {
      toLogin: () => navigations.push('login'),
      reload: () => navigations.push('reload'),
    },
    now,
    uptime,
    nextFrame,
    histories: new Map(),
    images: new Map(),
    uploads: new Set(),
    shrinkPhoto,
    measureImage,
    transport,
    drafts: memoryDrafts(),
    tabs,
  } satisfies Services;
  const store = makeStore(services);
  stores.push(store);
  return { store, clients, tokens, navigations, services };
}

type State = ReturnType<Store['getState']>;

/** Returns whether no request is pending. */
export const isIdle = ({ api }: State): boolean =>
  [...Object.values(api.queries), ...Object.values(api.mutations)].every(
    (request) => request?.status !== QueryStatus.pending,
  );

/**
 * Waits until a condition is true. Checks it at once after every state change, because a state can
 * be brief, and every 5 ms, because it may depend on more than the state.
 */
export async function waitForState(
  store: Store,
  condition: (state: State) => boolean,
): Promise<void> {
  const met = new AbortController();
  const unsubscribe = store.subscribe(() => {
    if (condition(store.getState())) met.abort();
  });
  await until(() => condition(store.getState()), { interval: 5, signal: met.signal });
  unsubscribe();
}

/** Closes every chat that the test has opened, and waits for its requests. */
export async function closeChats(): Promise<void> {
  for (const store of stores.splice(0)) {
    store.dispatch(chatClosed());
    await waitForState(store, (state) => isIdle(state) && !selectIsSending(state));
  }
}

const userOf = (id: number) => ({ id, username: '', role: 'user' }) as const;

/**
 * Creates a store with the session of user 7 and no middleware but the hub's.
 * @param inner a middleware after the hub's, which sees the actions that reach the reducers
 * @returns `actions` are those that have reached the reducers
 */
export function makeHubStore(
  createHubClient: HubClientFactory,
  tokens: TokenStore = memoryTokens(tokenOf(7)),
  inner: Middleware = () => (next) => next,
  nextFrame = synchronousFrame,
) {
  const now = () => Date.now();
  const actions: UnknownAction[] = [];
  const record: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const reducer = { connection: connectionSlice.reducer, session: sessionSlice.reducer };
  type State = { [Name in keyof typeof reducer]: ReturnType<(typeof reducer)[Name]> };
  const manager = createConnectionManager(createHubClient, now);
  const store = configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware().concat(
        createHubMiddleware(
          manager,
          { tokens, now, uptime: now, nextFrame },
          (state: State) => selectUser(state)?.id,
        ),
        record,
        inner,
      ),
  });
  store.dispatch(sessionStarted(userOf(7)));
  actions.length = 0;
  return {
    dispatch: store.dispatch,
    actions,
    manager,
    /** Closes the chat and opens that of another user. */
    switchUser: (id: number) => {
      store.dispatch(chatClosed());
      store.dispatch(sessionStarted(userOf(id)));
      store.dispatch(chatOpened());
    },
    /** The connection state. */
    state: () => store.getState().connection,
    /** All changes of the connection state, in order. */
    states: () => actions.filter(connectionChanged.match).map(({ payload }) => payload),
    /** The texts of all received messages, in order. */
    texts: () =>
      actions
        .filter(messagesReceived.match)
        .flatMap(({ payload }) => payload.messages.map(({ text }) => text)),
  };
}

export const HOST = 'https://chat.example.az';

/**
 * Creates a store with the hub middleware. SignalR's client is real; the hub is in memory.
 * @param inner see `makeHubStore`
 */
export function makeMemoryChat({
  inner,
  nextFrame,
}: { inner?: Middleware; nextFrame?: (callback: () => void) => void } = {}) {
  const hub = new MemoryHub();
  const tokens = memoryTokens(tokenOf(7));
  const uptime = () => Date.now();
  const createMemoryHub: Parameters<typeof makeHubStore>[0] = (userId, events) =>
    Promise.resolve().then(() =>
      createHubClient({ host: HOST, tokens, uptime }, userId, events, hub.overrides()),
    );
  return { ...makeHubStore(createMemoryHub, tokens, inner, nextFrame), hub, tokens };
}

/** Opens a chat of user 7, and waits until it is connected and this history is loaded. */
export async function openConversation(
  server: RestServer,
  history: Message[] = [],
  services: Partial<Pick<Services, 'shrinkPhoto'>> = {},
) {
  const chat = makeChat(server.host, { token: tokenOf(7), ...services });
  const { store, clients } = chat;
  const setHistory = (messages: Message[]) => {
    server.responses.messages = { body: JSON.stringify(messages) };
  };
  /** Fetches the history again, as after each reconnect, and waits for the response. */
  const refetch = async (messages: Message[]) => {
    setHistory(messages);
    store.dispatch(chatOpened());
    await waitForState(store, isIdle);
  };

  setHistory(history);
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(chatOpened());
  await waitForState(
    store,
    (state) => selectConnection(state) === 'Connected' && !selectIsLoading(state) && isIdle(state),
  );
  return {
    ...chat,
    refetch,
    /** The hub delivers a message. */
    receive: (message: Message) => clients.last.events.received(message),
    entries: () => selectEntries(store.getState()),
    texts: () => selectEntries(store.getState()).map(({ message }) => message.text),
    keys: () => selectEntries(store.getState()).map(({ key }) => key),
  };
}

/** Renders a hook that reads the store. */
export function renderInStore<Result>(store: Store, hook: () => Result) {
  const wrapper = ({ children }: PropsWithChildren) => createElement(Provider, { store, children });
  return renderHook(hook, { wrapper });
}
