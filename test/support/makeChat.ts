import { QueryStatus } from '@reduxjs/toolkit/query';
import { makeStore, type Store } from '../../src/app/store';
import type { Services } from '../../src/provider/services';
import { chatClosed, type HubFactory } from '../../src/provider/hub';
import { selectIsSending } from '../../src/messages/messagesSlice';
import { FakeHubs, willing } from './fakeHub';
import { atOnce } from './frames';
import { memoryDrafts, memoryTokens } from './memoryStorage';
import { plainFetch } from './plainFetch';

const stores: Store[] = [];

/** The whole store over small services of its own: nothing of a browser, nothing of a network but HTTP. */
export function makeChat(
  host: string,
  {
    token,
    createHub,
    now = () => Date.now(),
    nextFrame = atOnce,
  }: { token?: string; createHub?: HubFactory } & Partial<Pick<Services, 'now' | 'nextFrame'>> = {},
) {
  const hubs = new FakeHubs((hub) => {
    willing(hub);
    hub.isPrompt = true;
  });
  const tokens = memoryTokens(token);
  const navigations: string[] = [];
  const services: Services = {
    host,
    tokens,
    createHub: createHub ?? hubs.create,
    navigation: {
      toLogin: () => navigations.push('login'),
      reload: () => navigations.push('reload'),
    },
    now,
    nextFrame,
    pictures: new Map(),
    fetch: plainFetch,
    drafts: memoryDrafts(),
  };
  const store = makeStore(services);
  stores.push(store);
  return { store, hubs, tokens, navigations, services };
}

type State = ReturnType<Store['getState']>;

/** Nothing is asked for and not answered yet. */
export const isQuiet = ({ api }: State): boolean =>
  [...Object.values(api.queries), ...Object.values(api.mutations)].every(
    (request) => request?.status !== QueryStatus.pending,
  );

/** Resolves as soon as it is so: of the store's state, or of anything outside that the test looks at. */
export function when(store: Store, isSo: (state: State) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(store.getState())) return;
      unsubscribe();
      clearInterval(watch);
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    const watch = setInterval(look, 5);
    look();
  });
}

/** Leaves every chat that the test has opened, so that nothing of it reaches the next one. */
export async function leaveChats(): Promise<void> {
  for (const store of stores.splice(0)) {
    store.dispatch(chatClosed());
    await when(store, (state) => isQuiet(state) && !selectIsSending(state));
  }
}
