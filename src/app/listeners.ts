import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { listenForHistory, type Listen } from '../messages/historyListeners';
import { isPost, selectSeen, stageOf } from '../messages/messagesSlice';
import { selectConnection } from '../hub/connectionSlice';
import { logError } from '../platform/log';
import { pageResumed, pageShown } from '../platform/pageEvents';
import { selectIsLoggingOut, selectUser, selectUserId } from '../session/sessionSlice';
import { checkSession, finishLogout } from '../session/sessionThunks';
import type { AppDispatch, RootState } from './hooks';
import type { Services } from './services';

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
export function createListeners({ tokens, tabs, nextFrame }: Services) {
  const listeners = createListenerMiddleware();
  const listen = listeners.startListening.withTypes<RootState, AppDispatch>();

  logFailures(listen, login, 'Login failed');
  logFailures(listen, history, 'Loading history failed');
  logFailures(listen, send, 'Sending a message failed');
  logFailures(listen, upload, 'Sending an image failed');

  // Another tab can have removed or replaced the token. The page then leaves.
  listen({
    matcher: isAnyOf(pageShown, pageResumed),
    effect: (_, { dispatch }) => dispatch(checkSession()),
  });

  // A page in the back/forward cache would keep a connection that is not stopped.
  listen({
    predicate: (_, state, previous) => selectIsLoggingOut(state) && !selectIsLoggingOut(previous),
    effect: async (_, listenerApi) => {
      const token = tokens.read();
      const isStopped = () => selectConnection(listenerApi.getState()) === 'Disconnected';
      if (!isStopped()) await listenerApi.condition(isStopped);
      listenerApi.dispatch(finishLogout(token));
    },
  });

  listenForHistory(listen);

  // Notifies the user's other tabs, so that a POST in one tab is a POST in all.
  listen({
    matcher: isPost,
    effect: (action) => {
      const posted = action.meta.arg.originalArgs;
      tabs.postMessage({ userId: posted.fromUserId, posted, stage: stageOf(action) });
    },
  });

  // Posts the newest message that this tab shows, so that no other tab counts it as unread.
  listen({
    predicate: (_, state, previous) => selectSeen(state) !== selectSeen(previous),
    effect: async (_, listenerApi) => {
      // On a slow phone, posting at once would delay the frame that paints a new message.
      await listenerApi.pause(new Promise<void>(nextFrame));
      const state = listenerApi.getState();
      const seen = selectSeen(state);
      if (seen) tabs.postMessage({ userId: selectUserId(state), seen });
    },
  });

  return listeners.middleware;
}
