import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { listenForHistory } from '../messages/historyListeners';
import { isPost, selectSeen, stageOf } from '../messages/messagesSlice';
import { listenForSends } from '../messages/sendingListeners';
import { selectConnection } from '../hub/connectionSlice';
import { pageResumed, pageShown } from '../platform/pageEvents';
import { selectLogout, selectUserId } from '../session/sessionSlice';
import { checkSession, finishLogout } from '../session/sessionThunks';
import type { AppDispatch, RootState } from './hooks';
import { logFailures } from './logFailures';
import type { Services } from './services';

/** Creates the middleware with the side effects of actions, except those of the hub middleware. */
export function createListeners({ tokens, tabs, nextFrame }: Services) {
  const listeners = createListenerMiddleware();
  const listen = listeners.startListening.withTypes<RootState, AppDispatch>();

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

  logFailures(listen);
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
