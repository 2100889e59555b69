import { createSlice } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { AppThunk, RootState } from '../app/hooks';
import { sessionStarted } from '../session/sessionSlice';
import { checkSession } from '../session/sessionThunks';
import { isCompletePhone } from './phone';

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
    phoneEdited: (state) => ({ ...state, error: null }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, () => initialState)
      .addMatcher(login.matchPending, () => ({ isPending: true, error: null }))
      // The customer can have logged in in another tab since the request.
      .addMatcher(login.matchRejected, (state) =>
        state.isPending ? { isPending: false, error: 'loginFailed' as const } : state,
      );
  },
});

const { phoneRejected } = loginSlice.actions;
export const { phoneEdited } = loginSlice.actions;

export const selectIsLoggingIn = (state: RootState) => state.login.isPending;
export const selectLoginError = (state: RootState) => state.login.error;

/** Logs in (S2, S5). Does nothing during another login. @param phone as shown, with its plus */
export const logIn =
  (phone: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectIsLoggingIn(getState())) return;
    if (!isCompletePhone(phone)) {
      dispatch(phoneRejected());
      return;
    }
    const credentials = { username: phone, password: '' };
    const { error } = await dispatch(login.initiate(credentials, { track: false }));
    if (!error) dispatch(checkSession());
  };
