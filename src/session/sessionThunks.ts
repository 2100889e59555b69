import { api } from '../api/api';
import { chatClosed, chatOpened } from '../hub/hubActions';
import type { AppThunk } from '../app/hooks';
import { LOGIN_PATH } from '../contract/constants';
import { parseUser } from './claims';
import { isCompletePhone } from '../login/phone';
import {
  logoutStarted,
  phoneRejected,
  selectIsLoggingOut,
  selectIsSigningIn,
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
  dispatch(chatClosed());
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
      if (!stored) return;
      dispatch(sessionStarted(stored));
      dispatch(chatOpened());
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

/** Signs in (S2, S5). Does nothing during another sign-in. @param phone as shown, with its plus */
export const signIn =
  (phone: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectIsSigningIn(getState())) return;
    if (!isCompletePhone(phone)) {
      dispatch(phoneRejected());
      return;
    }
    const credentials = { username: phone, password: '' };
    const { error } = await dispatch(api.endpoints.login.initiate(credentials, { track: false }));
    if (!error) dispatch(checkSession());
  };
