import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { selectShown } from '../messages/messagesSlice';
import { messageAccepted } from '../hub/hubActions';
import { logError } from '../platform/log';
import type { AppDispatch, RootState } from './hooks';
import type { Services } from './services';
import { checkSession, logOut } from '../session/sessionThunks';
import { selectUser, selectUserId } from '../session/sessionSlice';
import { pageShown } from '../platform/pageEvents';
import { tokenExpired, tokenReplaced } from '../session/tokenEvents';
import { listenForHistory, type Listen } from '../messages/historyListeners';

const { login, history, send, upload } = api.endpoints;

/** Logs the failures of an endpoint to the console. Only for a login, the page shows an error (S8). */
function logFailures(
  listen: Listen,
  { matchRejected }: typeof login | typeof send | typeof upload | typeof history,
  sentence: string,
): void {
  listen({
    matcher: matchRejected,
    effect: ({ payload, error, meta }, listenerApi) => {
      // Skips a request that the customer cancelled, and one that outlived the session.
      const isLogin = meta.arg.endpointName === login.name;
      if (!meta.aborted && (isLogin || selectUser(listenerApi.getState())))
        logError(sentence, payload?.status ?? error.message);
    },
  });
}

/** Creates the middleware with the side effects of actions, except those of the hub middleware. */
export function createListeners({ tabs, uptime, nextFrame }: Services) {
  const listeners = createListenerMiddleware();
  const listen = listeners.startListening.withTypes<RootState, AppDispatch>();

  logFailures(listen, login, 'Login failed');
  logFailures(listen, history, 'Loading history failed');
  logFailures(listen, send, 'Sending a message failed');
  logFailures(listen, upload, 'Sending an image failed');

  listen({
    actionCreator: tokenExpired,
    effect: (_, { dispatch }) => dispatch(logOut()),
  });

  // Another tab can have removed or replaced the token. Logs out, or reloads for the other user.
  listen({
    matcher: isAnyOf(pageShown, tokenReplaced),
    effect: (_, { dispatch }) => dispatch(checkSession()),
  });

  listenForHistory(listen, uptime);

  // Posts a sent message, so that the user's other tabs show it at once.
  listen({
    actionCreator: messageAccepted,
    effect: ({ payload }) => tabs.postMessage({ userId: payload.fromUserId, sent: payload }),
  });

  // Posts the number of messages that this tab shows, so that no other tab counts them as unread.
  listen({
    predicate: (_, state, previous) => selectShown(state) !== selectShown(previous),
    effect: async (_, listenerApi) => {
      // On a slow phone, posting at once would delay the frame that paints a new message.
      await listenerApi.pause(new Promise<void>(nextFrame));
      const state = listenerApi.getState();
      const seen = selectShown(state);
      if (seen !== undefined) tabs.postMessage({ userId: selectUserId(state), seen });
    },
  });

  return listeners.middleware;
}
