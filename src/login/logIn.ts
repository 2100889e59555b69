import { api } from '../api/api';
import type { AppThunk } from '../app/hooks';
import { checkSession } from '../session/sessionThunks';
import { phoneRejected, selectIsLoggingIn } from './loginSlice';
import { isCompletePhone } from './phone';

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
    const { error } = await dispatch(api.endpoints.login.initiate(credentials, { track: false }));
    if (!error) dispatch(checkSession());
  };
