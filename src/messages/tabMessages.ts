import { isMessage, parseMessage, type Message } from '../contract/message';
import { batchByFrame } from '../hub/batchByFrame';
import type { AppDispatch, RootState } from '../app/hooks';
import { selectUser, selectUserId } from '../session/sessionSlice';
import { seenElsewhere, sentElsewhere } from './messagesSlice';

/** Maximum number of messages of other tabs that are added in one frame. */
const MAX_BATCH_SIZE = 20;

/** Creates the receiver of tab messages. Any page of the origin can post: validates and batches. */
export function createTabReceiver(
  { dispatch, getState }: { dispatch: AppDispatch; getState: () => RootState },
  nextFrame: (callback: () => void) => void,
): (message: unknown) => void {
  const addOwn = (messages: Message[]) => {
    // Another user can have signed in since the messages were posted.
    const userId = selectUserId(getState());
    const own = messages.filter(({ fromUserId }) => fromUserId === userId);
    dispatch(sentElsewhere({ userId, messages: own }));
  };
  const batch = batchByFrame(addOwn, nextFrame, MAX_BATCH_SIZE);
  return (message) => {
    const { userId, seen, sent } = (message ?? {}) as Record<string, unknown>;
    const user = selectUser(getState());
    if (!user || userId !== user.id) return;
    if (Number.isSafeInteger(seen)) dispatch(seenElsewhere(seen as number));
    const sentMessage = parseMessage(sent);
    if (isMessage(sentMessage)) batch.add(sentMessage);
  };
}
