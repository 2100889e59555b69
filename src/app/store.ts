import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { messagesSlice } from '../messages/messagesSlice';
import { api } from '../provider/api';
import { createChannel } from '../provider/channel';
import { historyMiddleware } from '../provider/historyMiddleware';
import { connectionSlice } from '../provider/hub';
import { createHubMiddleware } from '../provider/hubMiddleware';
import { logFailures } from '../provider/logFailures';
import type { Services, StoreServices } from '../provider/services';
import { endExpiredSession } from '../session/endExpiredSession';
import { sessionSlice } from '../session/sessionSlice';

/** The whole state, slice by slice. */
export const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [messagesSlice.name]: messagesSlice.reducer,
  [connectionSlice.name]: connectionSlice.reducer,
});

/**
 * Makes the store. It knows the world outside only by these services.
 * @returns the store; nothing is requested and nothing connected before a chat opens
 */
export function makeStore(services: Services) {
  const channel = createChannel(services.createHub, services.now);
  const extraArgument: StoreServices = { ...services, hubStopped: () => channel.stopped() };
  return configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument },
        // Arguments of requests are checked too. The thresholds are for histories of thousands.
        serializableCheck: { ignoredActionPaths: [], warnAfter: 500 },
        immutableCheck: { warnAfter: 500 },
      }).concat(
        api.middleware,
        logFailures,
        endExpiredSession,
        historyMiddleware,
        createHubMiddleware(channel, services),
      ),
    // An answer is shown as soon as it is there; by default it would wait for the next frame.
    enhancers: (getDefaultEnhancers) => getDefaultEnhancers({ autoBatch: { type: 'tick' } }),
  });
}

export type State = ReturnType<typeof reducer>;
export type Store = ReturnType<typeof makeStore>;
