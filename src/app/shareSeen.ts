import { seenElsewhere, selectSeen } from '../messages/messagesSlice';
import type { Store } from './store';

/** The name under which the tabs of the app find each other. */
const CHANNEL = 'seen';

/**
 * Tells the other tabs how many messages of others this one has shown, and is told by them, so that
 * none counts as unread what was read in another. Only numbers are told.
 */
export function shareSeen(store: Store) {
  const channel = new BroadcastChannel(CHANNEL);
  let told: ReturnType<typeof selectSeen>;
  store.subscribe(() => {
    const seen = selectSeen(store.getState());
    if (seen && seen !== told) channel.postMessage(seen);
    told = seen;
  });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<{ userId: number; seen: number }>) => {
      store.dispatch(seenElsewhere(data));
    },
  );
}
