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
  let isDue = false;
  const tell = () => {
    isDue = false;
    const seen = selectSeen(store.getState());
    if (seen && seen !== told) channel.postMessage(seen);
    told = seen;
  };
  // When what there is to do is done: this tab comes first.
  store.subscribe(() => {
    if (!isDue) setTimeout(tell);
    isDue = true;
  });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<{ userId: number; seen: number }>) => {
      store.dispatch(seenElsewhere(data));
    },
  );
}
