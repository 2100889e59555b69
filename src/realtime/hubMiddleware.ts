import { isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { isInConversation, parseMessage, type Message } from '../conversation/message';
import {
  ForeignTokenError,
  HubRejectedError,
  type HubClient,
  type TokenError,
} from '../services/hubClient';
import { logWarning } from '../services/log';
import type { Services } from '../services/services';
import { REQUEST_TIMEOUT, SEND_MESSAGE, SEND_TYPING, TYPING_VALUE } from '../shared/constants';
import { pageCameOnline, pageHidden, pageShown, pageWentOffline } from '../shared/pageEvents';
import { tokenExpired, tokenReplaced } from '../shared/tokenEvents';
import { batchByFrame } from './batchByFrame';
import type { ConnectionManager } from './connectionManager';
import { connectionChanged, type ConnectionState } from './connectionSlice';
import {
  chatClosed,
  chatOpened,
  connectionSubscribed,
  keystrokeTyped,
  messageAccepted,
  messagesReceived,
  retryRequested,
} from './hubActions';

/**
 * Silence of the server, in ms, above which a page that is shown again replaces the connection. The
 * server pings every 15 s.
 */
const SUSPICIOUS_SILENCE = 20_000;

/**
 * Minimum time between two retries that typing starts, in ms. A rejected token ends an attempt at
 * once, and every key press would start the next one.
 */
const TYPING_RETRY_INTERVAL = 30_000;

/** Matches actions that change who sees the messages. The batch is flushed before them. */
const requiresFlush = isAnyOf(pageHidden, chatOpened, chatClosed);

/** Passes an accepted message to the hub. Nothing waits for the completion; a failure is logged. */
async function invokeSendMessage(client: HubClient, message: Message) {
  const timer = setTimeout(() => {
    console.warn('SendMessage has timed out.');
  }, REQUEST_TIMEOUT);
  try {
    await client.invoke(SEND_MESSAGE, message);
  } catch (error) {
    logWarning('SendMessage failed', error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates the hub middleware (S4, S7). Opens and closes the connection on actions, and dispatches
 * ReceiveMessage events and connection states as actions.
 * @param selectUserId selects the signed-in user's id; passed in, because `session` is above
 *   `realtime`
 */
export function createHubMiddleware<State>(
  manager: ConnectionManager,
  { tokens, now, uptime, nextFrame }: Pick<Services, 'tokens' | 'now' | 'uptime' | 'nextFrame'>,
  selectUserId: (state: State) => number | undefined,
): Middleware<object, State> {
  return (store) => {
    const { dispatch } = store;
    const userId = () => selectUserId(store.getState());

    const batch = batchByFrame<Message>((messages) => {
      const id = userId();
      if (id !== undefined) dispatch(messagesReceived({ userId: id, messages }));
    }, nextFrame);

    const hasExpired = (error: TokenError) => {
      const isUnauthorized = error instanceof HubRejectedError && error.status === 401;
      return isUnauthorized && tokens.hasExpired(now());
    };

    let connection: ConnectionState = 'Disconnected';
    let typingRetriedAt = -Infinity;

    manager.subscribe({
      changed(state) {
        connection = state;
        dispatch(connectionChanged(state));
      },
      received(payload) {
        const id = userId();
        const message = parseMessage(payload);
        if (!message) console.warn('Skipped a ReceiveMessage payload that is not a message.');
        else if (id !== undefined && isInConversation(message, id)) batch.add(message);
      },
      served: () => dispatch(connectionSubscribed()),
      rejected(error) {
        if (error instanceof ForeignTokenError) dispatch(tokenReplaced());
        else if (hasExpired(error)) dispatch(tokenExpired());
      },
    });

    const sendTyping = () => {
      manager
        .activeClient()
        ?.send(SEND_TYPING, userId(), TYPING_VALUE)
        .catch((error: unknown) => {
          logWarning('SendTyping failed', error);
        });
    };

    /** Typing must not shorten the retry delays, so it retries only after the last delay. */
    const retryAfterTyping = () => {
      if (connection !== 'Disconnected' || uptime() - typingRetriedAt < TYPING_RETRY_INTERVAL)
        return;
      typingRetriedAt = uptime();
      manager.retryNow();
    };

    /** Runs before the reducers: the hub is called before the message is appended (S4). */
    const beforeReducers = (action: unknown) => {
      // Flush first: these messages arrived before the page was hidden or the user changed.
      if (requiresFlush(action)) batch.flush();
      if (chatClosed.match(action)) manager.close();
      if (messageAccepted.match(action)) {
        const client = manager.activeClient();
        if (client) void invokeSendMessage(client, action.payload);
      }
    };

    const afterReducers = (action: unknown) => {
      const id = userId();
      if (chatOpened.match(action) && id !== undefined) manager.open(id);
      if (messageAccepted.match(action) || retryRequested.match(action)) manager.retryNow();
      // A connection from before a network loss or a long sleep can be dead without a close event.
      if (pageWentOffline.match(action)) manager.drop();
      if (pageCameOnline.match(action)) manager.reconnect();
      if (pageShown.match(action)) {
        const silence = manager.activeClient()?.msSinceLastMessage() ?? 0;
        if (silence > SUSPICIOUS_SILENCE) manager.reconnect();
        else manager.retryNow();
      }
    };

    return (next) => (action) => {
      if (keystrokeTyped.match(action)) {
        // On a slow phone, the call would delay the frame that paints the key press.
        nextFrame(() => {
          sendTyping();
          retryAfterTyping();
        });
        return action;
      }
      beforeReducers(action);
      const result = next(action);
      afterReducers(action);
      return result;
    };
  };
}
