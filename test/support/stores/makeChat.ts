import { QueryStatus } from '@reduxjs/toolkit/query';
import { makeStore, type Store } from '../../../src/app/store';
import type { Services } from '../../../src/services/services';
import { chatClosed } from '../../../src/realtime/hubActions';
import type { HubClientFactory } from '../../../src/services/hubClient';
import { selectIsSending } from '../../../src/chat/messagesSlice';
import { FakeTabs } from '../fakes/fakeTabs';
import { FakeHubClients, startsAndStops } from '../fakes/fakeHubClient';
import { synchronousFrame } from '../time/frames';
import { until } from '../time/until';
import { memoryDrafts, memoryTokens } from '../fakes/memoryStorage';
import { fetchTransport } from '../fakes/fetchTransport';

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
  }: { token?: string; createHubClient?: HubClientFactory } & Partial<
    Pick<Services, 'now' | 'uptime' | 'nextFrame' | 'transport' | 'shrinkPhoto'>
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
