import { Conversations } from './conversations';
import type { Hub } from './hub/hub';
import { Pictures } from './pictures';

/** What the nodes of one provider share: a database, a folder of pictures, and a backplane. */
export class Cluster {
  readonly conversations = new Conversations();
  readonly pictures = new Pictures();
  /** Every node's hub: what one of them is told to deliver goes to the connections of all. */
  readonly hubs = new Set<Hub>();
}
