import type { Conversations } from './conversations';
import type { Hub } from './hub/hub';
import type { Ledger } from './ledger';
import type { Pictures } from './pictures';
import type { Switches } from './switches';
import type { Timers } from './timers';

/** What the parts of one provider share. */
export interface Context {
  readonly switches: Switches;
  readonly ledger: Ledger;
  readonly conversations: Conversations;
  readonly pictures: Pictures;
  readonly hub: Hub;
  readonly timers: Timers;
}
