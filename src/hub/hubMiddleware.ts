import { isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { AppDispatch, RootState } from '../app/hooks';
import type { Services } from '../app/services';
import { REQUEST_TIMEOUT, SEND_MESSAGE, SEND_TYPING, TYPING_VALUE } from '../contract/constants';
import { isInConversation, isMessage, parseMessage, type Message } from '../contract/message';
import { logWarning } from '../platform/log';
import { pageCameOnline, pageShown, pageWentOffline } from '../platform/pageEvents';
import { withTimeout } from '../platform/timers';
import { closesSession, logoutStarted, opensSession, selectUser } from '../session/sessionSlice';
import { checkSession } from '../session/sessionThunks';
import { batchByFrame } from './batchByFrame';
import { ConnectionManager, type HubSession } from './connectionManager';
import { connectionChanged, selectConnection } from './connectionSlice';
import * as hub from './hubActions';

const { matchFulfilled: matchAccepted } = api.endpoints.send;
/** A retry opens a session too, because a suspended page can resume without an event. */
const opensConnection = isAnyOf(opensSession, hub.retryRequested);
/** Typing retries elsewhere: see `onKeystroke`. */
const retriesConnection = isAnyOf(matchAccepted, hub.retryRequested, pageShown);

function createSession(dispatch: AppDispatch, nextFrame: Services['nextFrame'], userId: number) {
  const addMessages = (messages: Message[]) => dispatch(hub.messagesReceived({ userId, messages }));
  const addMessage = batchByFrame(addMessages, nextFrame);
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
  } satisfies HubSession;
}

/** Opens and closes the connection on actions, and dispatches its messages and states (S4, S7). */
export const createHubMiddleware =
  ({ createHubClient, nextFrame }: Services): Middleware<object, RootState, AppDispatch> =>
  (store) => {
    const { dispatch } = store;
    const manager = new ConnectionManager(createHubClient);

    /** Passes an accepted message to the hub. Nothing waits for the completion. */
    const invokeSendMessage = async (message: Message) => {
      const client = manager.connectedClient();
      if (!client) return;
      try {
        await withTimeout(client.invoke(SEND_MESSAGE, message), REQUEST_TIMEOUT);
        if (client === manager.connectedClient()) dispatch(hub.sendMessageCompleted());
      } catch (error) {
        logWarning('SendMessage failed', error);
      }
    };

    const onKeystroke = () => {
      manager
        .connectedClient()
        ?.send(SEND_TYPING, selectUser(store.getState())?.id, TYPING_VALUE)
        .catch((error: unknown) => logWarning('SendTyping failed', error));
      // Typing must not shorten the retry delays, so it retries only after the last delay.
      if (selectConnection(store.getState()) === 'Disconnected') manager.retryNow();
    };

    return (next) => (action) => {
      // No reducer needs a keystroke, and DevTools would record each.
      if (hub.keystrokeTyped.match(action)) {
        // On a slow phone, the call would delay the frame that paints the key press.
        nextFrame(onKeystroke);
        return action;
      }
      // The hub is called before the message is appended (S4).
      if (matchAccepted(action)) void invokeSendMessage(action.meta.arg.originalArgs);

      const result = next(action);
      const user = selectUser(store.getState());
      if (opensConnection(action) && user)
        manager.open(createSession(dispatch, nextFrame, user.id));
      if (closesSession(action)) manager.close();
      // A connection from before a network loss can be dead without a close event.
      if (pageWentOffline.match(action)) manager.endAttempt();
      if (pageCameOnline.match(action)) manager.reconnect();
      if (retriesConnection(action)) manager.retryNow();
      return result;
    };
  };
