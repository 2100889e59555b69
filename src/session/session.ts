import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { User } from '../common/user';
import { api } from '../provider/api';
import { chatClosed, chatOpened } from '../provider/hub';
import type { StoreServices } from '../provider/services';
import { signedInUser } from '../provider/token';
import { isCompletePhone } from './phone';
import {
  phoneRejected,
  selectIsLeaving,
  selectIsSigningIn,
  selectUser,
  sessionEnded,
  sessionLeaving,
  sessionStarted,
  signInFailed,
  signInStarted,
  type SessionState,
} from './sessionSlice';

type Thunk<Result = void> = ThunkAction<
  Result,
  { session: SessionState },
  StoreServices,
  UnknownAction
>;

/** A user is known: the chat opens (spec 4). */
const startSession =
  (user: User): Thunk =>
  (dispatch) => {
    dispatch(sessionStarted(user));
    dispatch(chatOpened(user.id));
  };

/**
 * Signs in with a phone number (spec 2, 5): an incomplete one is refused without a request, and
 * while a request is running another is not made.
 * @param phone as shown, with its plus
 */
export const signIn =
  (phone: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectIsSigningIn(getState())) return;
    if (!isCompletePhone(phone)) {
      dispatch(phoneRejected());
      return;
    }
    dispatch(signInStarted());
    const credentials = { username: phone, password: '' };
    const { data } = await dispatch(api.endpoints.login.initiate(credentials, { track: false }));
    if (data) dispatch(startSession(data));
    else dispatch(signInFailed());
  };

/** What the user wrote goes, and /login is loaded anew. */
const leave =
  (): Thunk =>
  (dispatch, _, { drafts, navigation }) => {
    drafts.clear();
    dispatch(sessionEnded());
    navigation.toLogin();
  };

/** Logout (spec 4): stops the hub, removes the token and the draft, and loads /login anew. */
export const logOut = (): Thunk<Promise<void>> => async (dispatch, getState, services) => {
  const hasLeft = selectUser(getState()) === null;
  if (hasLeft || selectIsLeaving(getState())) return;
  dispatch(sessionLeaving());
  dispatch(chatClosed());
  await services.hubStopped();
  services.tokens.remove();
  dispatch(leave());
};

/**
 * Makes the page agree with the stored token: at start it restores the user; after a change by
 * another tab, or when the page comes back from the back/forward cache, it leaves with a user who
 * has signed out, and loads the page anew for another one.
 */
export const checkSession =
  (): Thunk =>
  (dispatch, getState, { tokens, drafts, navigation }) => {
    if (selectIsLeaving(getState())) return;
    const stored = signedInUser(tokens);
    const shown = selectUser(getState());
    if (!shown) {
      if (stored) dispatch(startSession(stored));
    } else if (!stored) {
      dispatch(chatClosed());
      dispatch(leave());
    } else if (stored.id !== shown.id) {
      drafts.clear();
      navigation.reload();
    } else {
      dispatch(chatOpened(shown.id));
    }
  };
