import { parseMessage, type Message } from '../conversation/message';
import type { AppThunk } from '../services/redux';
import type { TabChannel } from '../services/tabChannel';
import { selectUser } from '../session/sessionSlice';
import { seenElsewhere, sentElsewhere } from './messagesSlice';

/** A message to the user's other tabs. */
type TabMessage =
  /** The number of incoming messages that the posting tab shows. */
  | { userId: number; seen: number }
  /** A message that the provider has accepted from the posting tab. */
  | { userId: number; sent: Message };

/** Posts a message to the user's other tabs. */
export function postToTabs(tabs: TabChannel, message: TabMessage): void {
  tabs.post(message);
}

/** Handles a message of another tab. Ignores other users' messages and malformed ones. */
export const receiveTabMessage =
  (message: unknown): AppThunk =>
  (dispatch, getState) => {
    const { userId, seen, sent } = (message ?? {}) as Record<string, unknown>;
    const user = selectUser(getState());
    if (!user || userId !== user.id) return;
    if (Number.isSafeInteger(seen)) dispatch(seenElsewhere(seen as number));
    const sentMessage = parseMessage(sent);
    if (sentMessage?.fromUserId === user.id) dispatch(sentElsewhere(sentMessage));
  };
