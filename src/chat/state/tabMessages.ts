import { parseMessage, type Message } from '../../conversation/message';
import { batchByFrame } from '../../realtime/batchByFrame';
import type { AppDispatch, AppThunk, RootState } from '../../services/redux';
import type { TabChannel } from '../../services/tabChannel';
import { selectUser } from '../../session/sessionSlice';
import { seenElsewhere, sentElsewhere } from './messagesSlice';

/** Maximum number of messages of other tabs that are added in one frame. */
const MAX_BATCH_SIZE = 20;

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

/** Adds messages that other tabs have sent, unless another user has signed in since. */
const showSentElsewhere =
  (messages: Message[]): AppThunk =>
  (dispatch, getState) => {
    const userId = selectUser(getState())?.id;
    if (userId === messages[0]?.fromUserId && userId !== undefined)
      dispatch(sentElsewhere({ userId, messages }));
  };

/**
 * Creates the function that receives the messages of other tabs. Ignores other users' messages and
 * malformed ones. Any page of the origin can post any number of messages, so they are batched.
 */
export function createTabReceiver(
  { dispatch, getState }: { dispatch: AppDispatch; getState: () => RootState },
  nextFrame: (callback: () => void) => void,
): (message: unknown) => void {
  const batch = batchByFrame<Message>(
    (messages) => dispatch(showSentElsewhere(messages)),
    nextFrame,
    MAX_BATCH_SIZE,
  );
  return (message) => {
    const { userId, seen, sent } = (message ?? {}) as Record<string, unknown>;
    const user = selectUser(getState());
    if (!user || userId !== user.id) return;
    if (Number.isSafeInteger(seen)) dispatch(seenElsewhere(seen as number));
    const sentMessage = parseMessage(sent);
    if (sentMessage?.fromUserId === user.id) batch.add(sentMessage);
  };
}
