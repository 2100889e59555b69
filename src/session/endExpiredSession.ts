import type { Middleware, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { tokenExpired } from '../provider/hub';
import type { StoreServices } from '../provider/services';
import { logOut } from './session';
import type { SessionState } from './sessionSlice';

type Dispatch = ThunkDispatch<{ session: SessionState }, StoreServices, UnknownAction>;

/** A token whose time is over, turned down by the provider, ends the session as logout does. */
export const endExpiredSession: Middleware<object, { session: SessionState }, Dispatch> =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (tokenExpired.match(action)) void dispatch(logOut());
    return result;
  };
