import type { AppThunk } from '../app/hooks';
import { LOGIN_PATH } from '../contract/constants';
import { parseUser } from './claims';
import {
  logoutStarted,
  selectIsLoggingOut,
  selectUser,
  sessionEnded,
  sessionStarted,
} from './sessionSlice';

/** Ends the session. Keeps the draft, because the session can end while the customer writes. */
const endSession =
  (): AppThunk =>
  (dispatch, _, { navigation }) => {
    dispatch(sessionEnded());
    navigation.assign(LOGIN_PATH);
  };

/** Ends the session of a token after a logout, and removes the token (S4). */
export const finishLogout =
  (token: string | null): AppThunk =>
  (dispatch, _, { tokens }) => {
    // This or another customer can have signed in in another tab meanwhile.
    if (tokens.read() === token) tokens.remove();
    dispatch(endSession());
  };

/** Logs out (S4). `app/listeners` finishes it when the hub is stopped. */
export const logOut =
  (): AppThunk =>
  (dispatch, _, { tabs }) => {
    // First, because the other tabs leave their pages when the token is removed.
    tabs.postMessage({ isLoggedOut: true });
    dispatch(logoutStarted('pressed'));
  };

/** Signs in the token's user (S4). Later, ends the session if another tab changed the token. */
export const checkSession =
  (): AppThunk =>
  (dispatch, getState, { tokens, drafts, navigation }) => {
    if (selectIsLoggingOut(getState())) return;
    const stored = parseUser(tokens.read() ?? '');
    // There is no token, or one that is not usable.
    if (!stored) tokens.remove();
    const current = selectUser(getState());
    if (!current) {
      if (stored) dispatch(sessionStarted(stored));
    } else if (!stored) {
      dispatch(endSession());
    } else if (stored.id !== current.id) {
      drafts.clear();
      navigation.reload();
    }
  };
