import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { listenForHistory } from '../messages/historyListeners';
import { isPost, selectSeen, stageOf } from '../messages/messagesSlice';
import { listenForSends } from '../messages/sendingListeners';
import { selectConnection } from '../hub/connectionSlice';
import { logError } from '../platform/log';
import { pageResumed, pageShown } from '../platform/pageEvents';
import { selectLogout, selectUser, selectUserId } from '../session/sessionSlice';
import { checkSession, finishLogout } from '../session/sessionThunks';
import type { AppDispatch, RootState } from './hooks';
import type { Services } from './services';

/** The console's sentences for failed calls. Only for a login, the page shows an error (S8). */
const FAILURES: Record<keyof typeof api.endpoints, string> = {
  login: 'Login failed',
  history: 'Loading history failed',
  send: 'Sending a message failed',
  upload: 'Sending an image failed',
};

/** Creates the middleware with the side effects of actions, except those of the hub middleware. */
export function createListeners({ tokens, tabs, nextFrame }: Services) {
  const listeners = createListenerMiddleware();
  const listen = listeners.startListening.withTypes<RootState, AppDispatch>();

  for (const { matchRejected } of Object.values(api.endpoints))
    listen({
      matcher: matchRejected,
      effect: ({ payload, error, meta }, listenerApi) => {
        const endpointName = meta.arg.endpointName as keyof typeof FAILURES;
        // Skips a request that the customer cancelled, and one that outlived the session.
        if (!meta.aborted && (endpointName === 'login' || selectUser(listenerApi.getState())))
          logError(FAILURES[endpointName], payload?.status ?? error.message);
      },
    });

  // Another tab can have removed or replaced the token. `checkSession` then ends the session.
  listen({
    matcher: isAnyOf(pageShown, pageResumed),
    effect: (_, { dispatch }) => dispatch(checkSession()),
  });

  // Loads /login only after the hub has stopped: the back/forward cache would keep the connection.
  listen({
    predicate: (_, state, previous) => !!selectLogout(state) && !selectLogout(previous),
    effect: async (_, listenerApi) => {
      const token = tokens.read();
      const isStopped = () => selectConnection(listenerApi.getState()) === 'Disconnected';
      if (!isStopped()) await listenerApi.condition(isStopped);
      listenerApi.dispatch(finishLogout(token));
    },
  });

  listenForHistory(listen);
  listenForSends(listen);

  // Notifies the user's other tabs of each POST, so that their lists have an entry for it.
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
