import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { User } from './claims';

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
  selectors: {
    selectUser: (state) => state.user,
    selectIsSigningIn: (state) => state.isSigningIn,
    selectIsLoggingOut: (state) => state.isLoggingOut,
    selectLoginError: (state) => state.error,
  },
});

export const {
  phoneRejected,
  phoneEdited,
  started: sessionStarted,
  logoutStarted,
  ended: sessionEnded,
} = sessionSlice.actions;
export const { selectUser, selectIsSigningIn, selectIsLoggingOut, selectLoginError } =
  sessionSlice.selectors;
