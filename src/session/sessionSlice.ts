import { createSlice, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { formatNational } from '../contract/formatNational';
import { pageResumed, pageSuspended } from '../platform/pageEvents';
import type { User } from './claims';

/** The login errors of the catalogue (S8). */
export type LoginError = 'invalidPhone' | 'loginFailed';

type LogoutReason = 'pressed' | 'expired';

const initialState = {
  /** The signed-in user. Nothing else in the state holds the user's id. */
  user: null as User | null,
  isSigningIn: false,
  /** Why the session is ending, while the hub stops. */
  logout: null as LogoutReason | null,
  /** Whether /login is loading after the end of a session. Text typed meanwhile would be lost. */
  isLeaving: false,
  error: null as LoginError | null,
};

/** Slice `session`: the signed-in user and the state of the sign-in (S4). */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signInStarted: () => ({ ...initialState, isSigningIn: true }),
    signInFailed: (_, { payload }: PayloadAction<LoginError>) => ({
      ...initialState,
      error: payload,
    }),
    phoneEdited(state) {
      state.error = null;
    },
    /** The user signed in, or the stored token restored the session. */
    started: (_, { payload }: PayloadAction<User>) => ({ ...initialState, user: payload }),
    /** The customer pressed the logout button, or the token has expired. The hub stops first. */
    logoutStarted(state, { payload }: PayloadAction<LogoutReason>) {
      if (state.user) state.logout ??= payload;
    },
    ended: () => ({ ...initialState, isLeaving: true }),
  },
  extraReducers: (builder) => {
    builder.addCase(pageResumed, (state) => {
      state.isLeaving = false;
    });
  },
});

export const {
  signInStarted,
  signInFailed,
  phoneEdited,
  started: sessionStarted,
  logoutStarted,
  ended: sessionEnded,
} = sessionSlice.actions;

/** Matches the actions that begin or continue a session on this page: the chat goes live. */
export const opensSession = isAnyOf(sessionStarted, pageResumed);
/** Matches the actions that end or suspend it: no connection and no request for messages is left. */
export const closesSession = isAnyOf(logoutStarted, sessionEnded, pageSuspended);

type State = WithSlice<typeof sessionSlice>;

export const selectUser = (state: State) => state.session.user;
/** The user's id; 0 while signed out and in the prerendered chat. */
export const selectUserId = (state: State) => state.session.user?.id ?? 0;
/** The username as the chat shows it; '' in the prerendered chat, which has none. */
export const selectCustomerNumber = (state: State) =>
  formatNational(state.session.user?.username ?? '');
export const selectIsSigningIn = (state: State) => state.session.isSigningIn;
export const selectIsLoggingOut = (state: State) => state.session.logout !== null;
export const selectIsLeaving = (state: State) => state.session.isLeaving;
export const selectLoginError = (state: State) => state.session.error;
