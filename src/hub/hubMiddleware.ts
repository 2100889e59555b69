import { isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { AppDispatch, RootState } from '../app/hooks';
import type { Services } from '../app/services';
import { REQUEST_TIMEOUT, SEND_MESSAGE, SEND_TYPING, TYPING_VALUE } from '../contract/constants';
import { isInConversation, isMessage, parseMessage, type Message } from '../contract/message';
import { logWarning } from '../platform/log';
import { pageCameOnline, pageShown, pageWentOffline } from '../platform/pageEvents';
import { withTimeout } from '../platform/timers';
import {
  closesSession,
  logoutStarted,
  opensSession,
  selectUser,
  selectUserId,
} from '../session/sessionSlice';
import { checkSession } from '../session/sessionThunks';
import { batchByFrame } from './batchByFrame';
import { ConnectionManager, type Session } from './connectionManager';
import { connectionChanged, selectConnection } from './connectionSlice';
import {
  keystrokeTyped,
  sendMessageCompleted,
  messagesReceived,
  retryRequested,
} from './hubActions';

type HubServices = Pick<Services, 'createHubClient' | 'nextFrame'>;

const { matchFulfilled: matchAccepted } = api.endpoints.send;
/** A retry opens a session too, because a suspended page can resume without an event. */
const opens = isAnyOf(opensSession, retryRequested);
/** Typing retries elsewhere: see `onKeystroke`. */
const retriesNow = isAnyOf(matchAccepted, retryRequested, pageShown);

function createSession(
  dispatch: AppDispatch,
  nextFrame: Services['nextFrame'],
  userId: number,
): Session {
  const addMessage = batchByFrame<Message>(
    (messages) => dispatch(messagesReceived({ userId, messages })),
    nextFrame,
  );
  return {
    userId,
    changed: (state) => dispatch(connectionChanged(state)),
    messageReceived: (payload) => {
      const message = parseMessage(payload);
      if (!isMessage(message)) logWarning('Skipped a ReceiveMessage payload', message);
      else if (isInConversation(message, userId)) addMessage(message);
    },
    tokenRefused: (reason) =>
      dispatch(reason === 'foreign' ? checkSession() : logoutStarted('expired')),
  };
}

/**
 * Creates the middleware. It opens and closes the connection on actions, and dispatches the
 * messages and the states of the connection (S4, S7).
 */
export const createHubMiddleware =
  ({ createHubClient, nextFrame }: HubServices): Middleware<object, RootState, AppDispatch> =>
  (store) => {
    const { dispatch } = store;
    const manager = new ConnectionManager(createHubClient);

    /** Passes an accepted message to the hub. Nothing waits for the completion. */
    const invokeSendMessage = async (message: Message) => {
      const client = manager.activeClient();
      if (!client) return;
      try {
        await withTimeout(client.invoke(SEND_MESSAGE, message), REQUEST_TIMEOUT);
        if (client === manager.activeClient()) dispatch(sendMessageCompleted());
      } catch (error) {
        logWarning('SendMessage failed', error);
      }
    };

    const onKeystroke = () => {
      manager
        .activeClient()
        ?.send(SEND_TYPING, selectUserId(store.getState()), TYPING_VALUE)
        .catch((error: unknown) => logWarning('SendTyping failed', error));
      // Typing must not shorten the retry delays, so it retries only after the last delay.
      if (selectConnection(store.getState()) === 'Disconnected') manager.retryNow();
    };

    return (next) => (action) => {
      // No reducer needs a keystroke, and DevTools would record each.
      if (keystrokeTyped.match(action)) {
        // On a slow phone, the call would delay the frame that paints the key press.
        nextFrame(onKeystroke);
        return action;
      }
      // The hub is called before the message is appended (S4).
      if (matchAccepted(action)) void invokeSendMessage(action.meta.arg.originalArgs);

      const result = next(action);
      const user = selectUser(store.getState());
      if (opens(action) && user) manager.open(createSession(dispatch, nextFrame, user.id));
      if (closesSession(action)) manager.close();
      // A connection from before a network loss can be dead without a close event.
      if (pageWentOffline.match(action)) manager.endAttempt();
      if (pageCameOnline.match(action)) manager.reconnect();
      if (retriesNow(action)) manager.retryNow();
      return result;
    };
  };
