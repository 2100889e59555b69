import { api } from '../api/api';
import type { AppThunk } from '../services/redux';
import { isCompletePhone } from './phone';
import { phoneRejected, selectIsSigningIn } from './sessionSlice';
import { checkSession } from './sessionThunks';

/**
 * Signs in with a phone number (S2, S5). Makes no request for an incomplete number or while another
 * sign-in is pending.
 * @param phone as shown, with its plus
 */
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
