import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { createChannel } from '../../src/provider/channel';
import {
  connectionChanged,
  connectionSlice,
  messagesReceived,
  type HubFactory,
} from '../../src/provider/hub';
import { createHubMiddleware } from '../../src/provider/hubMiddleware';
import type { TokenStore } from '../../src/provider/token';
import { atOnce } from './frames';
import { tokenOf } from './jwt';
import { memoryTokens } from './memoryStorage';

/** A store with the live channel alone, and the actions that reached its reducer. */
export function makeHubStore(
  createHub: HubFactory,
  tokens: TokenStore = memoryTokens(tokenOf(7)),
  inner: Middleware = () => (next) => next,
  nextFrame = atOnce,
) {
  const now = () => Date.now();
  const actions: UnknownAction[] = [];
  const note: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const channel = createChannel(createHub, now);
  const store = configureStore({
    reducer: { connection: connectionSlice.reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware().concat(
        createHubMiddleware(channel, { tokens, now, nextFrame }),
        note,
        inner,
      ),
  });
  return {
    dispatch: store.dispatch,
    actions,
    channel,
    state: () => store.getState().connection,
    states: () => actions.filter(connectionChanged.match).map(({ payload }) => payload),
    texts: () =>
      actions
        .filter(messagesReceived.match)
        .flatMap(({ payload }) => payload.map(({ text }) => text)),
  };
}
