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

/** Stops the hub, removes the expired token, and navigates to /login. */
export const expireSession =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { tokens, whenHubStopped }) => {
    const user = selectUser(getState());
    if (!user || selectIsLoggingOut(getState())) return;
    const token = tokens.readFor(user.id);
    dispatch(logoutStarted());
    await whenHubStopped();
    // This or another customer can have signed in in another tab meanwhile.
    if (tokens.read() === token) tokens.remove();
    dispatch(endSession());
  };

/** Logs out (S4): removes the draft in all tabs, then ends the session as an expired token does. */
export const logOut =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _, { drafts, tabs }) => {
    // First, because the other tabs leave their pages when the token is removed.
    tabs.postMessage({ isLoggedOut: true });
    await dispatch(expireSession());
    drafts.clear();
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
