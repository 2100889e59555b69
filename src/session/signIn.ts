import { api } from '../api/api';
import type { AppThunk } from '../services/redux';
import { isCompletePhone } from './phone';
import { phoneRejected, selectIsSigningIn } from './sessionSlice';
import { checkSession } from './sessionThunks';

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
