import { createSlice } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { RootState } from '../app/hooks';
import { sessionStarted } from '../session/sessionSlice';

/** The login errors of the catalogue (S8). */
export type LoginError = 'invalidPhone' | 'loginFailed';

const { login } = api.endpoints;
const initialState = { isPending: false, error: null as LoginError | null };

/** Slice `login`: the state of the login screen (S4). */
export const loginSlice = createSlice({
  name: 'login',
  initialState,
  reducers: {
    phoneRejected: () => ({ isPending: false, error: 'invalidPhone' as const }),
    phoneEdited(state) {
      state.error = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, () => initialState)
      .addMatcher(login.matchPending, () => ({ isPending: true, error: null }))
      .addMatcher(login.matchRejected, (state) => {
        // The customer can have logged in in another tab since the request.
        if (state.isPending) return { isPending: false, error: 'loginFailed' as const };
        return state;
      });
  },
});

export const { phoneRejected, phoneEdited } = loginSlice.actions;

export const selectIsLoggingIn = (state: RootState) => state.login.isPending;
export const selectLoginError = (state: RootState) => state.login.error;
