import type { Middleware } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { AppDispatch, RootState } from '../app/hooks';
import type { Services } from '../app/services';
import { REQUEST_TIMEOUT, SEND_MESSAGE, SEND_TYPING, TYPING_VALUE } from '../contract/constants';
import { isInConversation, isMessage, parseMessage, type Message } from '../contract/message';
import { logWarning } from '../platform/log';
import { pageCameOnline, pageShown, pageWentOffline } from '../platform/pageEvents';
import { startStopwatch, withTimeout } from '../platform/timers';
import { logoutStarted, selectUser, selectUserId } from '../session/sessionSlice';
import { checkSession } from '../session/sessionThunks';
import { batchByFrame } from './batchByFrame';
import type { ConnectionManagerEvents } from './retryPolicy';
import { ConnectionManager } from './connectionManager';
import { connectionChanged, selectConnection } from './connectionSlice';
import {
  closesChat,
  keystrokeTyped,
  sendMessageCompleted,
  messagesReceived,
  opensChat,
  retryRequested,
} from './hubActions';

/** Minimum time between retries by typing, in ms. Without it, each key would retry a rejected token. */
const TYPING_RETRY_INTERVAL = 30_000;

type HubServices = Pick<Services, 'createHubClient' | 'tokens' | 'nextFrame'>;

const { matchFulfilled: isAccepted } = api.endpoints.send;

/** Creates what the connection of this user tells the store. */
function hubEvents(
  dispatch: AppDispatch,
  { tokens, nextFrame }: HubServices,
  userId: number,
): ConnectionManagerEvents {
  const addMessage = batchByFrame<Message>(
    (messages) => dispatch(messagesReceived({ userId, messages })),
    nextFrame,
  );
  return {
    changed: (state) => dispatch(connectionChanged(state)),
    messageReceived(payload) {
      const message = parseMessage(payload);
      if (!isMessage(message)) logWarning('Skipped a ReceiveMessage payload', message);
      else if (isInConversation(message, userId)) addMessage(message);
    },
    rejected(reason) {
      if (reason === 'foreign') dispatch(checkSession());
      else if (reason === 401 && tokens.hasExpired(Date.now())) dispatch(logoutStarted('expired'));
    },
  };
}

/**
 * Passes an accepted message to the hub. Nothing waits for the completion; a failure is logged.
 * @param onCompleted called if the connection is still the same
 */
async function invokeSendMessage(
  manager: ConnectionManager,
  message: Message,
  onCompleted: () => void,
) {
  const client = manager.activeClient();
  if (!client) return;
  try {
    await withTimeout(client.invoke(SEND_MESSAGE, message), REQUEST_TIMEOUT, () =>
      logWarning('SendMessage failed', 'timed out'),
    );
    if (client === manager.activeClient()) onCompleted();
  } catch (error) {
    logWarning('SendMessage failed', error);
  }
}

/**
 * Creates the middleware. It opens and closes the connection on actions, and dispatches the
 * messages and the states of the connection (S4, S7).
 */
export const createHubMiddleware =
  (services: HubServices): Middleware<object, RootState, AppDispatch> =>
  (store) => {
    const { dispatch } = store;
    const manager = new ConnectionManager(services.createHubClient);
    let sinceRetry = () => Infinity;

    const onKeystroke = () => {
      manager
        .activeClient()
        ?.send(SEND_TYPING, selectUserId(store.getState()), TYPING_VALUE)
        .catch((error: unknown) => logWarning('SendTyping failed', error));
      // Typing must not shorten the retry delays, so it retries only after the last delay.
      const isDisconnected = selectConnection(store.getState()) === 'Disconnected';
      if (!isDisconnected || sinceRetry() < TYPING_RETRY_INTERVAL) return;
      sinceRetry = startStopwatch();
      manager.retryNow();
    };

    return (next) => (action) => {
      if (keystrokeTyped.match(action)) {
        // On a slow phone, the call would delay the frame that paints the key press.
        services.nextFrame(onKeystroke);
        return action;
      }
      // The hub is called before the message is appended (S4).
      if (isAccepted(action))
        void invokeSendMessage(manager, action.meta.arg.originalArgs, () =>
          dispatch(sendMessageCompleted()),
        );
      const result = next(action);
      const user = selectUser(store.getState());
      if (opensChat(action) && user) manager.open(user.id, hubEvents(dispatch, services, user.id));
      else if (closesChat(action)) manager.close();
      // A connection from before a network loss can be dead without a close event.
      else if (pageWentOffline.match(action)) manager.drop();
      else if (pageCameOnline.match(action)) manager.reconnect();
      else if (isAccepted(action) || retryRequested.match(action) || pageShown.match(action))
        manager.retryNow();
      return result;
    };
  };
