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

const endSession =
  (): AppThunk =>
  (dispatch, _, { drafts, navigation }) => {
    drafts.clear();
    dispatch(sessionEnded());
    navigation.assign(LOGIN_PATH);
  };

/** Logs out (S4): stops the hub, removes the token and the draft, and navigates to /login. */
export const logOut = (): AppThunk<Promise<void>> => async (dispatch, getState, services) => {
  if (!selectUser(getState()) || selectIsLoggingOut(getState())) return;
  dispatch(logoutStarted());
  await services.whenHubStopped();
  services.tokens.remove();
  dispatch(endSession());
};

/** Signs in the token's user (S4). Later, logs out or reloads if another tab changed the token. */
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
