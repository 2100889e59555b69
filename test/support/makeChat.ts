import { QueryStatus } from '@reduxjs/toolkit/query';
import { makeStore, type Store } from '../../src/app/store';
import type { Services } from '../../src/provider/services';
import type { HubFactory } from '../../src/provider/hub';
import { FakeHubs, willing } from './fakeHub';
import { memoryTokens } from './memoryTokens';

/** The whole store over small services of its own: nothing of a browser, nothing of a network but HTTP. */
export function makeChat(
  host: string,
  { token, createHub, now }: { token?: string; createHub?: HubFactory; now?: () => number } = {},
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
    now: now ?? (() => Date.now()),
    pictures: new Map(),
  };
  const store = makeStore(services);
  return { store, hubs, tokens, navigations, services };
}

type State = ReturnType<Store['getState']>;

/** No history is asked for and not answered yet. */
export const isQuiet = ({ api }: State): boolean =>
  Object.values(api.queries).every((query) => query?.status !== QueryStatus.pending);

/** Resolves as soon as the store's state is such, now or later. */
export function when(store: Store, isSo: (state: State) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(store.getState())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}
