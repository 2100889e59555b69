import type { DraftStore } from '../common/draft';
import type { HubFactory } from './hub';
import type { TokenStore } from './token';
import type { Fetch } from './xhrFetch';

/** Full navigations: the page is loaded anew. */
export interface Navigation {
  toLogin(): void;
  reload(): void;
}

/** What the app needs of the world outside; handed to `makeStore`, so that tests pass their own. */
export interface Services {
  /** The provider's absolute URL, without a trailing slash. */
  host: string;
  tokens: TokenStore;
  createHub: HubFactory;
  navigation: Navigation;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls back when the next frame has been drawn, or soon where none will be. */
  nextFrame: (callback: () => void) => void;
  /** Makes the requests whose answers are read. */
  fetch: Fetch;
  /** Pictures on their way to the provider, by the key that stands for them in actions. */
  pictures: Map<string, File>;
  drafts: DraftStore;
}

/** What thunks and endpoints get as `extra`: the services, and what the store itself adds to them. */
export interface StoreServices extends Services {
  /** Resolves once the closed chat's connection is stopped, within a second (`STOP_DEADLINE`). */
  hubStopped: () => Promise<void>;
}
