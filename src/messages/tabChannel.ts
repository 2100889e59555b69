import type { AppThunk } from '../app/hooks';
import { isMessage, parseMessage, type Message } from '../contract/message';
import { selectUser } from '../session/sessionSlice';
import { seenElsewhere, sentElsewhere } from './messagesSlice';

/** Passes messages between the app's tabs. */
export interface TabChannel extends Pick<BroadcastChannel, 'onmessage'> {
  /** Posts an accepted message, or the newest message that this tab shows. */
  postMessage(message: { userId: number; sent: Message } | { userId: number; seen: Message }): void;
}

/** Opens the channel. It passes no messages if the browser lacks or blocks `BroadcastChannel`. */
export function createTabChannel(): TabChannel {
  try {
    return new BroadcastChannel('support-chat');
  } catch {
    return { postMessage: () => undefined, onmessage: null };
  }
}

/** Adds what another tab of the same user has posted. Its page can be of another release. */
export const receiveFromTab =
  (data: unknown): AppThunk =>
  (dispatch, getState) => {
    const { userId, sent, seen } = (data ?? {}) as Record<string, unknown>;
    if (userId !== selectUser(getState())?.id) return;
    const sentMessage = parseMessage(sent);
    if (isMessage(sentMessage) && sentMessage.fromUserId === userId)
      dispatch(sentElsewhere(sentMessage));
    const seenMessage = parseMessage(seen);
    if (isMessage(seenMessage)) dispatch(seenElsewhere(seenMessage));
  };
