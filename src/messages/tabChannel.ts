import type { AppThunk } from '../app/hooks';
import { isMessage, parseMessage, type Message } from '../contract/message';
import { selectUser } from '../session/sessionSlice';
import { seenElsewhere, sentElsewhere } from './messagesSlice';

/** The customer has logged out. Only this removes a draft: a session can also end by itself. */
interface LoggedOut {
  isLoggedOut: true;
}

/** Passes messages between the app's tabs. */
export interface TabChannel extends Pick<BroadcastChannel, 'onmessage'> {
  /** Posts an accepted message, the newest message that this tab shows, or a logout. */
  postMessage(
    message: { userId: number; sent: Message } | { userId: number; seen: Message } | LoggedOut,
  ): void;
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
  (dispatch, getState, { drafts }) => {
    const { isLoggedOut, userId, sent, seen } = (data ?? {}) as Record<string, unknown>;
    if (isLoggedOut === true) drafts.clear();
    if (userId !== selectUser(getState())?.id) return;
    const sentMessage = parseMessage(sent);
    if (isMessage(sentMessage) && sentMessage.fromUserId === userId)
      dispatch(sentElsewhere(sentMessage));
    const seenMessage = parseMessage(seen);
    if (isMessage(seenMessage)) dispatch(seenElsewhere(seenMessage));
  };
