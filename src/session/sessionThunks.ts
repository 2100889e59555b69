import type { AppThunk } from '../app/hooks';
import { LOGIN_PATH } from '../contract/constants';
import { parseUser } from './claims';
import { selectLogout, selectUser, sessionEnded, sessionStarted } from './sessionSlice';

/** Ends the session. Nothing of the user can be read while /login loads, however slow it is. */
const endSession =
  (): AppThunk =>
  (dispatch, _, { navigation }) => {
    dispatch(sessionEnded());
    navigation.assign(LOGIN_PATH);
  };

/** Ends the session of a token after a logout, and removes the token (S4). */
export const finishLogout =
  (token: string | null): AppThunk =>
  (dispatch, getState, { tokens, drafts }) => {
    // A session that ends by itself keeps the draft, because the customer may be writing.
    if (selectLogout(getState()) === 'pressed') {
      drafts.clear();
      // Before the token is removed, because its removal ends the session in the other tabs.
      drafts.markLogout();
    }
    // This or another customer can have logged in in another tab meanwhile.
    if (tokens.read() === token) tokens.remove();
    dispatch(endSession());
  };

/**
 * Logs in the token's user (S4). Later, ends the session if another tab changed the token; /login
 * then logs in the other user, if there is one.
 */
export const checkSession =
  (): AppThunk =>
  (dispatch, getState, { tokens, drafts }) => {
    if (selectLogout(getState())) return;
    drafts.clearAfterLogout();
    const stored = parseUser(tokens.read() ?? '');
    // There is no token, or one that is not usable.
    if (!stored) tokens.remove();
    const current = selectUser(getState());
    if (stored?.id === current?.id) return;
    if (stored && current) drafts.clear();
    dispatch(stored && !current ? sessionStarted(stored) : endSession());
  };
