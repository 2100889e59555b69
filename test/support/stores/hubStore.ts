import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { createConnectionManager } from '../../../src/realtime/connectionManager';
import { connectionChanged, connectionSlice } from '../../../src/realtime/connectionSlice';
import { chatClosed, chatOpened, messagesReceived } from '../../../src/realtime/hubActions';
import { createHubMiddleware } from '../../../src/realtime/hubMiddleware';
import type { HubClientFactory } from '../../../src/services/hubClient';
import type { TokenStore } from '../../../src/services/tokenStore';
import { selectUser, sessionSlice, sessionStarted } from '../../../src/session/sessionSlice';
import { tokenOf } from '../builders/jwt';
import { memoryTokens } from '../fakes/memoryStorage';
import { synchronousFrame } from '../time/frames';

const userOf = (id: number) => ({ id, username: '', role: 'user' }) as const;

/**
 * Creates a store with the session of user 7 and no middleware but the hub's.
 * @param inner a middleware after the hub's, which sees the actions that reach the reducers
 * @returns `actions` are those that have reached the reducers
 */
export function makeHubStore(
  createHubClient: HubClientFactory,
  tokens: TokenStore = memoryTokens(tokenOf(7)),
  inner: Middleware = () => (next) => next,
  nextFrame = synchronousFrame,
) {
  const now = () => Date.now();
  const actions: UnknownAction[] = [];
  const record: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const reducer = { connection: connectionSlice.reducer, session: sessionSlice.reducer };
  type State = { [Name in keyof typeof reducer]: ReturnType<(typeof reducer)[Name]> };
  const manager = createConnectionManager(createHubClient, now);
  const store = configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware().concat(
        createHubMiddleware(
          manager,
          { tokens, now, uptime: now, nextFrame },
          (state: State) => selectUser(state)?.id,
        ),
        record,
        inner,
      ),
  });
  store.dispatch(sessionStarted(userOf(7)));
  actions.length = 0;
  return {
    dispatch: store.dispatch,
    actions,
    manager,
    /** Closes the chat and opens that of another user. */
    switchUser: (id: number) => {
      store.dispatch(chatClosed());
      store.dispatch(sessionStarted(userOf(id)));
      store.dispatch(chatOpened());
    },
    /** The connection state. */
    state: () => store.getState().connection,
    /** All changes of the connection state, in order. */
    states: () => actions.filter(connectionChanged.match).map(({ payload }) => payload),
    /** The texts of all received messages, in order. */
    texts: () =>
      actions
        .filter(messagesReceived.match)
        .flatMap(({ payload }) => payload.messages.map(({ text }) => text)),
  };
}
