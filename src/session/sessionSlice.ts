import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { User } from './claims';
import { formatNational } from '../login/phone';

/** The login errors of the catalogue (S8). */
export type LoginError = 'invalidPhone' | 'loginFailed';

const initialState = {
  /** The signed-in user. Nothing else in the state holds the user's id. */
  user: null as User | null,
  isSigningIn: false,
  isLoggingOut: false,
  error: null as LoginError | null,
};

const { login } = api.endpoints;

/** Slice `session`: the signed-in user and the state of the sign-in (S4). */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    phoneRejected(state) {
      state.error = 'invalidPhone';
    },
    phoneEdited(state) {
      state.error = null;
    },
    /** The user signed in, or the stored token restored the session. */
    started: (_, { payload }: PayloadAction<User>) => ({ ...initialState, user: payload }),
    logoutStarted(state) {
      state.isLoggingOut = true;
    },
    ended: () => initialState,
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(login.matchPending, (state) => {
        state.isSigningIn = true;
        state.error = null;
      })
      .addMatcher(login.matchRejected, (state) => {
        state.isSigningIn = false;
        state.error = 'loginFailed';
      });
  },
});

export const {
  phoneRejected,
  phoneEdited,
  started: sessionStarted,
  logoutStarted,
  ended: sessionEnded,
} = sessionSlice.actions;

type State = WithSlice<typeof sessionSlice>;

export const selectUser = (state: State) => state.session.user;
/** The user's id; 0 while signed out and in the prerendered chat. */
export const selectUserId = (state: State) => state.session.user?.id ?? 0;
/** The username as the chat shows it; '' in the prerendered chat, which has none. */
export const selectCustomerNumber = (state: State) =>
  formatNational(state.session.user?.username ?? '');
export const selectIsSigningIn = (state: State) => state.session.isSigningIn;
export const selectIsLoggingOut = (state: State) => state.session.isLoggingOut;
export const selectLoginError = (state: State) => state.session.error;
