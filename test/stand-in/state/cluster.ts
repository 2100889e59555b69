import { Conversations } from './conversations';
import type { Hub } from '../hub/hub';
import { Images } from './images';

/** The state that the nodes of one provider share: database, uploaded images and backplane. */
export class Cluster {
  readonly conversations = new Conversations();
  readonly images = new Images();
  /** Every node's hub. A message is delivered to the connections of all of them. */
  readonly hubs = new Set<Hub>();
}
