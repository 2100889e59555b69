import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../app/hooks';
import { formatPhone } from '../contract/formatPhone';
import { pageResumed, pageSuspended } from '../platform/pageEvents';
import type { User } from './claims';

type LogoutReason = 'pressed' | 'expired';

const initialState = {
  user: null as User | null,
  /** Why the session is ending, while the hub stops. */
  logout: null as LogoutReason | null,
  /** Whether /login is loading after the end of a session. Text typed meanwhile would be lost. */
  isLeaving: false,
};

/** Slice `session`: the logged-in user, and the end of the session (S4). */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** The user logged in, or the stored token restored the session. */
    started: (_, { payload }: PayloadAction<User>) => ({ ...initialState, user: payload }),
    /** The customer pressed the logout button, or the token has expired. The hub stops first. */
    logoutStarted(state, { payload }: PayloadAction<LogoutReason>) {
      if (state.user) state.logout ??= payload;
    },
    ended: () => ({ ...initialState, isLeaving: true }),
  },
  extraReducers: (builder) =>
    void builder.addCase(pageResumed, (state) => ({ ...state, isLeaving: false })),
});

export const { started: sessionStarted, logoutStarted, ended: sessionEnded } = sessionSlice.actions;

/** Matches the actions that begin or continue a session on this page: the chat goes live. */
export const opensSession = isAnyOf(sessionStarted, pageResumed);
/** Matches the actions that end or suspend it: no connection and no request for messages is left. */
export const closesSession = isAnyOf(logoutStarted, sessionEnded, pageSuspended);

export const selectUser = (state: RootState) => state.session.user;
/** The user's id; 0 while logged out and in the prerendered chat. */
export const selectUserId = (state: RootState) => state.session.user?.id ?? 0;
/** The username as the chat shows it; '' in the prerendered chat, which has none. */
export const selectCustomerNumber = (state: RootState) =>
  formatPhone(state.session.user?.username ?? '');
export const selectLogout = (state: RootState) => state.session.logout;
export const selectIsLeaving = (state: RootState) => state.session.isLeaving;
