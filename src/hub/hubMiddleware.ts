import { isAnyOf, type Middleware, type MiddlewareAPI, type WithSlice } from '@reduxjs/toolkit';
import { isInConversation, isMessage, parseMessage, type Message } from '../contract/message';
import type { TokenError } from './hubClient';
import { logWarning } from '../platform/log';
import type { Services } from '../app/services';
import { REQUEST_TIMEOUT, SEND_MESSAGE, SEND_TYPING, TYPING_VALUE } from '../contract/constants';
import { pageCameOnline, pageHidden, pageShown, pageWentOffline } from '../platform/pageEvents';
import { withTimeout } from '../platform/timers';
import { tokenExpired, tokenReplaced } from '../session/tokenEvents';
import { batchByFrame } from './batchByFrame';
import type { ConnectionManager } from './connectionManager';
import {
  connectionChanged,
  selectConnection,
  type connectionSlice,
  type ConnectionState,
} from './connectionSlice';
import {
  chatClosed,
  chatOpened,
  connectionSubscribed,
  keystrokeTyped,
  messageAccepted,
  messagesReceived,
  retryRequested,
} from './hubActions';

/** Silence in ms, above which a shown page replaces the connection. The server pings every 15 s. */
const SUSPICIOUS_SILENCE = 20_000;

/** Minimum time between retries by typing, in ms. Otherwise keys would retry a rejected token. */
const TYPING_RETRY_INTERVAL = 30_000;

type HubServices = Pick<Services, 'tokens' | 'now' | 'uptime' | 'nextFrame'>;

/** The messages of a batch arrived before the page was hidden or the user changed. */
const endsBatch = isAnyOf(pageHidden, chatOpened, chatClosed);

function createHubEvents(
  { dispatch }: Pick<MiddlewareAPI, 'dispatch'>,
  { tokens, now, nextFrame }: HubServices,
  userId: () => number,
) {
  let isSubscribed = false;
  const batch = batchByFrame<Message>(
    (messages) => dispatch(messagesReceived({ userId: userId(), messages })),
    nextFrame,
  );

  /** The server has called the client, or has completed a call. */
  const reportSubscription = () => {
    if (isSubscribed) return;
    isSubscribed = true;
    dispatch(connectionSubscribed());
  };
  return {
    flush: batch.flush,
    reportSubscription,
    changed(state: ConnectionState) {
      isSubscribed = false;
      dispatch(connectionChanged(state));
    },
    messageReceived(payload: unknown) {
      reportSubscription();
      const message = parseMessage(payload);
      if (!isMessage(message)) logWarning('Skipped a ReceiveMessage payload', message);
      else if (isInConversation(message, userId())) batch.add(message);
    },
    rejected(reason: TokenError['reason']) {
      if (reason === 'foreign') dispatch(tokenReplaced());
      else if (reason === 401 && tokens.hasExpired(now())) dispatch(tokenExpired());
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
 * @param selectUserId passed in, because `session` is above `realtime`
 */
export function createHubMiddleware<State extends WithSlice<typeof connectionSlice>>(
  manager: ConnectionManager,
  services: HubServices,
  selectUserId: (state: State) => number,
): Middleware<object, State> {
  return (store) => {
    const userId = () => selectUserId(store.getState());
    const events = createHubEvents(store, services, userId);
    let retriedAt = -Infinity;

    const onKeystroke = () => {
      manager
        .activeClient()
        ?.send(SEND_TYPING, userId(), TYPING_VALUE)
        .catch((error: unknown) => logWarning('SendTyping failed', error));
      // Typing must not shorten the retry delays, so it retries only after the last delay.
      const isDisconnected = selectConnection(store.getState()) === 'Disconnected';
      if (!isDisconnected || services.uptime() - retriedAt < TYPING_RETRY_INTERVAL) return;
      retriedAt = services.uptime();
      manager.retryNow();
    };

    return (next) => (action) => {
      if (keystrokeTyped.match(action)) {
        // On a slow phone, the call would delay the frame that paints the key press.
        services.nextFrame(onKeystroke);
        return action;
      }
      if (endsBatch(action)) events.flush();
      // The hub is called before the message is appended (S4).
      if (messageAccepted.match(action))
        void invokeSendMessage(manager, action.payload, events.reportSubscription);
      const result = next(action);
      if (chatOpened.match(action)) manager.open(userId(), events);
      else if (chatClosed.match(action)) manager.close();
      else if (messageAccepted.match(action) || retryRequested.match(action)) manager.retryNow();
      // A connection from before a network loss or a long sleep can be dead without a close event.
      else if (pageWentOffline.match(action)) manager.drop();
      else if (pageCameOnline.match(action)) manager.reconnect();
      else if (pageShown.match(action)) {
        const silence = manager.activeClient()?.msSinceLastMessage() ?? 0;
        if (silence > SUSPICIOUS_SILENCE) manager.reconnect();
        else manager.retryNow();
      }
      return result;
    };
  };
}
