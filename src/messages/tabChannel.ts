import type { AppThunk } from '../app/hooks';
import { isMessage, parseMessage, type Message } from '../contract/message';
import { selectUser } from '../session/sessionSlice';
import type { PostStage } from './merge/ownEntries';
import { postedElsewhere, seenElsewhere } from './messagesSlice';

/** How far a POST is, or the newest message that this tab shows. */
type TabNews =
  { userId: number; posted: Message; stage: PostStage } | { userId: number; seen: Message };

/** Passes messages between the app's tabs. */
export interface TabChannel extends Pick<BroadcastChannel, 'onmessage'> {
  postMessage(message: TabNews): void;
}

/**
 * Age, in ms, above which the report of a POST's beginning is ignored. This tab was suspended, so an
 * echo or a history can precede the report. The report of the end then searches the list.
 */
const MAX_AGE = 1_000;

/** Opens the channel. It passes no messages if the browser lacks or blocks `BroadcastChannel`. */
export function createTabChannel(): TabChannel {
  try {
    return new BroadcastChannel('support-chat');
  } catch {
    return { postMessage: () => undefined, onmessage: null };
  }
}

const STAGES: unknown[] = ['posting', 'accepted', 'rejected', 'unclear'] satisfies PostStage[];

/** Adds the news of another tab of the same user. Its page can be of another release. */
export const receiveFromTab =
  (data: unknown): AppThunk =>
  (dispatch, getState) => {
    const { userId, posted, stage, seen } = (data ?? {}) as Record<string, unknown>;
    if (userId !== selectUser(getState())?.id) return;
    const message = parseMessage(posted);
    if (isMessage(message) && message.fromUserId === userId && STAGES.includes(stage)) {
      const isRecent = Date.now() - Date.parse(message.timestamp ?? '') <= MAX_AGE;
      if (stage !== 'posting' || isRecent)
        dispatch(postedElsewhere({ message, stage: stage as PostStage }));
    }
    const seenMessage = parseMessage(seen);
    if (isMessage(seenMessage)) dispatch(seenElsewhere(seenMessage));
  };
