import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../common/user';

/** Which of the catalogue's login errors (spec 8) is shown. */
export type LoginError = 'invalidPhone' | 'loginFailed';

export interface SessionState {
  user: User | null;
  isSigningIn: boolean;
  isLeaving: boolean;
  error: LoginError | null;
}

const initialState: SessionState = {
  user: null,
  isSigningIn: false,
  isLeaving: false,
  error: null,
};

/** Slice `session`: who is signed in, and where signing in stands (spec 4). */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    phoneRejected(state) {
      state.error = 'invalidPhone';
    },
    signInStarted(state) {
      state.isSigningIn = true;
      state.error = null;
    },
    signInFailed(state) {
      state.isSigningIn = false;
      state.error = 'loginFailed';
    },
    /** A user is known: signed in just now, or restored from the stored token. */
    started: (_, { payload }: PayloadAction<User>) => ({ ...initialState, user: payload }),
    leaving(state) {
      state.isLeaving = true;
    },
    ended: () => initialState,
  },
  selectors: {
    selectUser: (state) => state.user,
    selectIsSigningIn: (state) => state.isSigningIn,
    selectIsLeaving: (state) => state.isLeaving,
    selectLoginError: (state) => state.error,
  },
});

export const {
  phoneRejected,
  signInStarted,
  signInFailed,
  started: sessionStarted,
  leaving: sessionLeaving,
  ended: sessionEnded,
} = sessionSlice.actions;
export const { selectUser, selectIsSigningIn, selectIsLeaving, selectLoginError } =
  sessionSlice.selectors;
