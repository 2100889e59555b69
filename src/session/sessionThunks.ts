import type { User } from '../conversation/user';
import { chatClosed, chatOpened } from '../realtime/hubActions';
import type { AppThunk } from '../services/redux';
import { readStoredUser } from '../services/tokenStore';
import {
  logoutStarted,
  selectIsLoggingOut,
  selectUser,
  sessionEnded,
  sessionStarted,
} from './sessionSlice';

/** Starts the session of a user, and opens the chat. */
export const startSession =
  (user: User): AppThunk =>
  (dispatch) => {
    dispatch(sessionStarted(user));
    dispatch(chatOpened());
  };

/** Clears the draft and the session, and navigates to /login. */
const endSession =
  (): AppThunk =>
  (dispatch, _, { drafts, navigation }) => {
    drafts.clear();
    dispatch(sessionEnded());
    navigation.toLogin();
  };

/** Logs out (S4): stops the hub, removes the token and the draft, and navigates to /login. */
export const logOut = (): AppThunk<Promise<void>> => async (dispatch, getState, services) => {
  const isSignedOut = selectUser(getState()) === null;
  if (isSignedOut || selectIsLoggingOut(getState())) return;
  dispatch(logoutStarted());
  dispatch(chatClosed());
  await services.whenHubStopped();
  services.tokens.remove();
  dispatch(endSession());
};

/**
 * Synchronises the session with the stored token. At the start, the token restores the user (S4).
 * Later, another tab can have changed the token: the page logs out, or reloads for another user.
 */
export const checkSession =
  (): AppThunk =>
  (dispatch, getState, { tokens, drafts, navigation }) => {
    if (selectIsLoggingOut(getState())) return;
    const stored = readStoredUser(tokens);
    const current = selectUser(getState());
    if (!current) {
      if (stored) dispatch(startSession(stored));
    } else if (!stored) {
      dispatch(chatClosed());
      dispatch(endSession());
    } else if (stored.id !== current.id) {
      drafts.clear();
      navigation.reload();
    }
  };

/** Reconnects when the page leaves the back/forward cache, if the user is still signed in. */
export const resumeChat = (): AppThunk => (dispatch, getState) => {
  dispatch(checkSession());
  if (selectUser(getState())) dispatch(chatOpened());
};
