import { setImmediate } from 'node:timers/promises';
import { renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { makeStore, type Store } from '../../../src/app/store';
import { selectVisibleEntries, selectIsLoading } from '../../../src/messages/messagesSlice';
import { selectIsSending } from '../../../src/messages/sendingSlice';
import { sendDraft } from '../../../src/messages/sending';
import type { Message } from '../../../src/contract/message';
import { selectConnection } from '../../../src/hub/connectionSlice';
import { pageResumed, pageSuspended } from '../../../src/platform/pageEvents';
import { ServicesContext } from '../../../src/app/hooks';
import type { Services } from '../../../src/app/services';
import type { Fetch } from '../../../src/api/fetch';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { respond, tokenOf } from '../builders/builders';
import { FakeHubClients, startsAndStops } from '../fakes/fakeHubClient';
import { memoryDrafts, memoryTokens } from '../fakes/memoryStorage';
import type { FakeProvider } from '../fakes/fakeProvider';
import { synchronousFrame } from '../time/frames';
import { until } from '../time/until';

/** The chats that the test has opened, and their requests in flight. */
const chats: { store: Store; inFlight: Set<object> }[] = [];

const HOST = 'https://chat.example.az';

/** A stored token, null for none, and services that replace the fakes. */
type ChatOptions = { token?: string | null } & Partial<
  Omit<Services, 'tokens' | 'navigation' | 'drafts' | 'tabs'>
>;

const accept: Fetch = (url) => respond({ body: url.includes('/messages/') ? '[]' : '' });

/**
 * Creates the app's store with fakes as services. By default, user 7 has a token, and each request is
 * accepted, and the history is empty.
 */
export function makeChat({ token = tokenOf(7), fetch = accept, ...others }: ChatOptions = {}) {
  const clients = new FakeHubClients((client) => {
    startsAndStops(client);
    client.completesCalls = true;
  });
  const tokens = memoryTokens(token);
  const navigations: string[] = [];
  const posted: unknown[] = [];
  /** A channel without other tabs, which records the posted messages. */
  const tabs = {
    posted,
    postMessage: (message: unknown) => void posted.push(message),
    onmessage: null,
  };
  const inFlight = new Set<object>();
  const services = {
    host: HOST,
    tokens,
    createHubClient: clients.create,
    navigation: { assign: () => navigations.push('login') },
    nextFrame: synchronousFrame,
    shrinkPhoto: (file) => Promise.resolve(file),
    fetch: async (...request) => {
      inFlight.add(request);
      try {
        return await fetch(...request);
      } finally {
        inFlight.delete(request);
      }
    },
    measureImage: () => Promise.resolve({ width: 40, height: 30 }),
    drafts: memoryDrafts(),
    tabs,
    ...others,
  } satisfies Services;
  const store = makeStore(services);
  chats.push({ store, inFlight });
  return { store, clients, tokens, navigations, services };
}

type State = ReturnType<Store['getState']>;

/** Maximum time until a state is reached, in ms. Some of the clocks are fakes. */
const LIMIT = 60_000;

/** Returns whether no history request is pending, and nothing is being sent. */
export const isIdle = (state: State): boolean =>
  state.messages.requests.length === 0 && !selectIsSending(state);

/**
 * Waits until a condition is true. Checks it at once after every state change, because a state can
 * be brief, and every 5 ms, because it may depend on more than the state.
 * @throws Error with the state, if the condition is not true after a minute
 */
export async function waitForState(
  store: Store,
  condition: (state: State) => boolean,
): Promise<void> {
  const met = new AbortController();
  const unsubscribe = store.subscribe(() => {
    if (condition(store.getState())) met.abort();
  });
  const signal = AbortSignal.any([met.signal, AbortSignal.timeout(LIMIT)]);
  await until(() => condition(store.getState()), { interval: 5, signal });
  unsubscribe();
  const state = store.getState();
  if (met.signal.aborted || condition(state)) return;
  throw new Error(`After a minute, ${condition.toString()} is false for ${JSON.stringify(state)}`);
}

/** Closes every chat that the test has opened, and waits for its requests and its connection. */
export async function closeChats(): Promise<void> {
  for (const { store, inFlight } of chats.splice(0)) {
    store.dispatch(pageSuspended());
    const isClosed = () => {
      const state = store.getState();
      const isDisconnected = selectConnection(state) === 'Disconnected';
      return inFlight.size === 0 && isIdle(state) && isDisconnected;
    };
    do {
      // In the promises after a response, the app can make another request.
      await setImmediate();
    } while (!isClosed());
    // Cancels the retry of a request that failed after the first dispatch.
    store.dispatch(pageSuspended());
  }
}

/** Opens a chat of user 7, and waits until it is connected and this history is loaded. */
export async function openConversation(
  server: FakeProvider,
  history: Message[] = [],
  services: ChatOptions = {},
) {
  const chat = makeChat({ fetch: server.fetch, ...services });
  const { store, clients } = chat;
  const setHistory = (messages: Message[]) => {
    server.responses.messages = { body: JSON.stringify(messages) };
  };
  /** Fetches the history again, as after each reconnect, and waits for the response. */
  const refetch = async (messages: Message[]) => {
    setHistory(messages);
    store.dispatch(pageResumed());
    await waitForState(store, isIdle);
  };

  setHistory(history);
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  await waitForState(
    store,
    (state) => selectConnection(state) === 'Connected' && !selectIsLoading(state) && isIdle(state),
  );
  return {
    ...chat,
    refetch,
    /** The hub delivers a message. */
    receive: (message: Message) => clients.last.events.messageReceived(message),
    entries: () => selectVisibleEntries(store.getState()),
    texts: () => selectVisibleEntries(store.getState()).map(({ message }) => message.text),
    keys: () => selectVisibleEntries(store.getState()).map(({ key }) => key),
  };
}

/** Renders a hook that reads the store. */
export function renderInStore<Result>(
  store: Store,
  hook: () => Result,
  services: Partial<Services> = {},
) {
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(Provider, {
      store,
      children: createElement(ServicesContext, { value: services as Services, children }),
    });
  return renderHook(hook, { wrapper });
}

/** Sends a text without images, as the composer does. */
export const sendText = (text: string) => sendDraft({ text, images: [] });
