import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { loginSlice } from '../login/loginSlice';
import { messagesSlice } from '../messages/messagesSlice';
import { connectionChanged, connectionSlice } from '../hub/connectionSlice';
import { createHubMiddleware } from '../hub/hubMiddleware';
import { sendingSlice } from '../messages/sendingSlice';
import type { RootState } from './hooks';
import type { Services } from './services';
import { sessionSlice, sessionStarted } from '../session/sessionSlice';
import { createListeners } from './listeners';

export const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [loginSlice.name]: loginSlice.reducer,
  [messagesSlice.name]: messagesSlice.reducer,
  [sendingSlice.name]: sendingSlice.reducer,
  [connectionSlice.name]: connectionSlice.reducer,
});

/** Returns the state of the first render. Build and page must use the same, or hydration fails. */
export function prerenderedState(isLoggedIn: boolean): RootState {
  const loggedOut = reducer(undefined, { type: 'app/prerendered' });
  if (!isLoggedIn) return loggedOut;
  const user = { id: 0, username: '', role: 'user' } as const;
  return [sessionStarted(user), connectionChanged('Connecting')].reduce(reducer, loggedOut);
}

/** Makes no request and no connection before `sessionStarted`. */
export function makeStore(services: Services) {
  return configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument: services },
        // The checks of thousands of messages take long. A warning would be about the machine.
        serializableCheck: { warnAfter: Infinity },
        immutableCheck: { warnAfter: Infinity },
      })
        .prepend(createListeners(services))
        .concat(api.middleware, createHubMiddleware(services)),
    // By default, subscribers learn of a response at the next frame, so it is painted a frame later.
    enhancers: (getDefaultEnhancers) => getDefaultEnhancers({ autoBatch: { type: 'tick' } }),
  });
}

export type Store = ReturnType<typeof makeStore>;
