import type { Ledger } from './control/ledger';
import type { Switches } from './control/switches';
import type { Hub } from './hub/hub';
import type { Conversations } from './state/conversations';
import type { Images } from './state/images';

/** The state and services that all parts of one stand-in share. */
export interface Context {
  readonly switches: Switches;
  readonly ledger: Ledger;
  readonly conversations: Conversations;
  readonly images: Images;
  readonly hub: Hub;
}
