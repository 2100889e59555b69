import type { Fetch } from '../api/fetch';
import type { HubClientFactory } from '../hub/hubClient';
import type { TabChannel } from '../messages/tabChannel';
import type { DraftStore } from '../platform/draftStore';
import type { MeasureImage } from '../platform/imageFiles';
import type { ShrinkPhoto } from '../platform/shrinkPhoto';
import type { TokenStore } from '../session/tokenStore';

/** The outside world of the store. `makeStore` receives it, so that tests can replace it. */
export interface Services {
  /** The provider's absolute URL, without a trailing slash. */
  host: string;
  tokens: TokenStore;
  createHubClient: HubClientFactory;
  /** Full page loads. */
  navigation: Pick<Location, 'assign'>;
  /** Calls back after the next frame, or after a short timeout if the page draws no frames. */
  nextFrame: (callback: () => void) => void;
  fetch: Fetch;
  shrinkPhoto: ShrinkPhoto;
  measureImage: MeasureImage;
  drafts: DraftStore;
  tabs: TabChannel;
}
