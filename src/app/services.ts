import type { DraftStore } from '../platform/draftStore';
import type { HubClientFactory } from '../hub/hubClient';
import type { MeasureImage } from '../platform/measureImage';
import type { ShrinkPhoto } from '../platform/shrinkPhoto';
import type { TabChannel } from '../platform/tabChannel';
import type { Transport } from '../api/transport';

/** The only owner of the stored auth token (S3). `session` implements it and knows the claims. */
export interface TokenStore {
  read(): string | null;
  /** Returns the token if it is this user's. Another tab can have replaced it. */
  readFor(userId: number): string | null;
  /** Returns whether the `exp` of the stored token has passed. */
  hasExpired(now: number): boolean;
  /** Stores a token if it holds a user. Returns whether it does. */
  save(token: string): boolean;
  remove(): void;
}

/** The outside world of the store. `makeStore` receives it, so that tests can replace it. */
export interface Services {
  /** The provider's absolute URL, without a trailing slash. */
  host: string;
  tokens: TokenStore;
  createHubClient: HubClientFactory;
  /** Full page loads. */
  navigation: Pick<Location, 'assign' | 'reload'>;
  /** Milliseconds since 1970, for timestamps. */
  now: () => number;
  /** Milliseconds, for durations. Never goes back, and counts a device's sleep. */
  uptime: () => number;
  /** Calls back after the next frame, or after a short timeout if the page draws no frames. */
  nextFrame: (callback: () => void) => void;
  transport: Transport;
  /** The hash of the last valid history response of each user. */
  historyHashes: Map<number, number>;
  /** Files to upload. Actions hold the key, because a `File` is not serialisable. */
  uploads: Map<string, File>;
  shrinkPhoto: ShrinkPhoto;
  measureImage: MeasureImage;
  drafts: DraftStore;
  tabs: TabChannel;
}

/** The thunks' extra argument: the services and the members that the store adds. */
export interface StoreServices extends Services {
  /** Resolves when the hub connection is stopped, at most 1 s after `chatClosed`. */
  whenHubStopped: () => Promise<void>;
}
