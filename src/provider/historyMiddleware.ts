import type { Middleware, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from './api';
import { chatOpened, connectionChanged } from './hub';

/**
 * Asks for the history when the chat opens, and again each time the channel becomes Connected: the
 * hub replays nothing. A request that is still under way is left alone, the later one is asked beside it.
 */
export const historyMiddleware: Middleware<
  object,
  unknown,
  ThunkDispatch<unknown, unknown, UnknownAction>
> = ({ dispatch }) => {
  let userId: number | undefined;
  let request = 0;
  return (next) => (action) => {
    const result = next(action);
    if (chatOpened.match(action)) userId = action.payload;
    const isConnected = connectionChanged.match(action) && action.payload === 'Connected';
    if (userId !== undefined && (chatOpened.match(action) || isConnected)) {
      request += 1;
      void dispatch(api.endpoints.history.initiate({ userId, request }, { subscribe: false }));
    }
    return result;
  };
};
