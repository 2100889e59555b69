import type { Message } from '../contract/message';

/** Passes messages between the app's tabs. Any page of the origin can post: validate messages. */
export interface TabChannel extends Pick<BroadcastChannel, 'onmessage'> {
  /** Posts an accepted message, or the number of incoming messages that this tab shows. */
  postMessage(message: { userId: number } & ({ sent: Message } | { seen: number })): void;
}

/** Opens the channel. It passes no messages if the browser lacks or blocks `BroadcastChannel`. */
export function createTabChannel(): TabChannel {
  try {
    return new BroadcastChannel('support-chat');
  } catch {
    return { postMessage: () => undefined, onmessage: null };
  }
}
