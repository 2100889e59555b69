import { api } from '../api/api';
import type { AppThunk } from '../app/hooks';
import { selectIsSigningIn, signInFailed, signInStarted } from '../session/sessionSlice';
import { checkSession } from '../session/sessionThunks';
import { isCompletePhone } from './phone';

/** Logs in (S2, S5). Does nothing during another login. @param phone as shown, with its plus */
export const logIn =
  (phone: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectIsSigningIn(getState())) return;
    if (!isCompletePhone(phone)) {
      dispatch(signInFailed('invalidPhone'));
      return;
    }
    dispatch(signInStarted());
    const credentials = { username: phone, password: '' };
    const { error } = await dispatch(api.endpoints.login.initiate(credentials, { track: false }));
    dispatch(error ? signInFailed('loginFailed') : checkSession());
  };
