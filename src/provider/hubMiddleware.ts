import { isAnyOf, type Middleware } from '@reduxjs/toolkit';
import {
  REQUEST_TIMEOUT,
  SEND_MESSAGE,
  SEND_TYPING,
  SUSPICIOUS_SILENCE,
  TYPING_VALUE,
} from '../common/constants';
import { concerns, readMessage, type Message } from '../common/message';
import { browserOnline, pageHidden, pageShown } from '../common/pageEvents';
import { byFrame } from './byFrame';
import type { Channel } from './channel';
import {
  chatClosed,
  chatOpened,
  connectionChanged,
  messageSent,
  messagesReceived,
  tokenExpired,
  typed,
  type Hub,
} from './hub';
import { warn } from './redact';
import type { Services } from './services';
import { isExpired } from './token';

/** From here on the page, or its user, is another. */
const isTurn = isAnyOf(pageHidden, chatOpened, chatClosed);

/** Tells the hub of a message that the provider has accepted. Nothing waits for it; a failure is logged. */
async function announce(hub: Hub, message: Message) {
  const overdue = setTimeout(() => {
    console.warn('The hub has not answered SendMessage.');
  }, REQUEST_TIMEOUT);
  try {
    await hub.invoke(SEND_MESSAGE, message);
  } catch (error) {
    warn('SendMessage failed', error);
  } finally {
    clearTimeout(overdue);
  }
}

/**
 * Stands between the store and the hub (spec 4, 7): actions set what is wanted of the channel, and
 * what the hub says comes back as actions.
 */
export function createHubMiddleware(
  channel: Channel,
  { tokens, now, nextFrame }: Pick<Services, 'tokens' | 'now' | 'nextFrame'>,
): Middleware {
  return ({ dispatch }) => {
    let userId: number | undefined;
    const arrivals = byFrame<Message>(
      (messages) => dispatch(messagesReceived(messages)),
      nextFrame,
    );

    channel.listen({
      changed: (state) => dispatch(connectionChanged(state)),
      received(payload) {
        const message = readMessage(payload);
        if (!message) console.warn('The hub sent something that is no message; it is skipped.');
        else if (userId !== undefined && concerns(message, userId)) arrivals.add(message);
      },
      refused({ status }) {
        const token = tokens.read();
        if (status === 401 && token !== null && isExpired(token, now())) dispatch(tokenExpired());
      },
    });

    return (next) => (action) => {
      if (typed.match(action)) {
        channel
          .live()
          ?.send(SEND_TYPING, userId, TYPING_VALUE)
          .catch((error: unknown) => {
            warn('SendTyping failed', error);
          });
        return action;
      }
      // What came before it belongs before it: to what the page has shown, to the user who leaves.
      if (isTurn(action)) arrivals.flush();
      if (chatOpened.match(action)) {
        userId = action.payload;
        channel.open(userId);
      }
      if (chatClosed.match(action)) channel.close();
      if (messageSent.match(action)) {
        const hub = channel.live();
        if (hub) void announce(hub, action.payload);
      }
      const result = next(action);
      if (messageSent.match(action)) channel.nudge();
      // A connection from before the network was lost, or from before a long sleep, may be dead unnoticed.
      if (browserOnline.match(action)) channel.renew();
      if (pageShown.match(action)) {
        const isSuspect = (channel.live()?.silence() ?? 0) > SUSPICIOUS_SILENCE;
        if (isSuspect) channel.renew();
        else channel.nudge();
      }
      return result;
    };
  };
}
