import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { FOREIGN_TOKEN } from '../api/baseQuery';
import { selectShown } from '../chat/messagesSlice';
import { postToTabs } from '../chat/tabMessages';
import { messageSent, tokenExpired, tokenReplaced } from '../realtime/hubActions';
import { logError } from '../services/log';
import type { AppDispatch, RootState } from '../services/redux';
import type { Services } from '../services/services';
import { checkSession, logOut } from '../session/sessionThunks';
import { selectUser } from '../session/sessionSlice';
import { pageShown } from '../shared/pageEvents';
import { listenForHistory } from './historyListeners';

const { history, send, upload } = api.endpoints;

const isRejectedCall = isAnyOf(history.matchRejected, send.matchRejected, upload.matchRejected);

/** Creates the middleware with the side effects of actions, except those of the hub middleware. */
export function createListeners({
  tabs,
  uptime,
  nextFrame,
}: Pick<Services, 'tabs' | 'uptime' | 'nextFrame'>) {
  const listeners = createListenerMiddleware();
  const listen = listeners.startListening.withTypes<RootState, AppDispatch>();

  // These failures are only logged to the console (S8).
  const logFailures = (sentence: string, matcher: typeof isRejectedCall) => {
    listen({
      matcher,
      effect: ({ payload, error, meta }) => {
        // An aborted request was cancelled by the customer.
        if (!meta.aborted) logError(sentence, payload?.status ?? error.message);
      },
    });
  };
  logFailures('Loading history failed', history.matchRejected);
  logFailures('Sending a message failed', send.matchRejected);
  logFailures('Sending an image failed', upload.matchRejected);

  // Logs out when the provider rejects an expired token.
  listen({
    predicate: (action) =>
      tokenExpired.match(action) ||
      (isRejectedCall(action) && action.payload?.isTokenExpired === true),
    effect: (_, { dispatch }) => dispatch(logOut()),
  });

  // Another tab can have removed or replaced the token. Logs out, or reloads for the other user.
  listen({
    predicate: (action) =>
      pageShown.match(action) ||
      tokenReplaced.match(action) ||
      (isRejectedCall(action) && action.payload?.status === FOREIGN_TOKEN),
    effect: (_, { dispatch }) => {
      dispatch(checkSession());
    },
  });

  listenForHistory(listeners, uptime);

  // Posts a sent message, so that the user's other tabs show it at once.
  listen({
    actionCreator: messageSent,
    effect: ({ payload }) => {
      postToTabs(tabs, { userId: payload.fromUserId, sent: payload });
    },
  });

  // Posts the number of messages that this tab shows, so that no other tab counts them as unread.
  listen({
    predicate: (_, state, previous) => selectShown(state) !== selectShown(previous),
    effect: async (_, listenerApi) => {
      listenerApi.cancelActiveListeners();
      // On a slow phone, posting at once would delay the frame that paints a new message.
      await listenerApi.pause(new Promise<void>(nextFrame));
      const user = selectUser(listenerApi.getState());
      const shown = selectShown(listenerApi.getState());
      if (user && shown !== undefined) postToTabs(tabs, { userId: user.id, seen: shown });
    },
  });

  return listeners.middleware;
}
