import { api, type FetchReason } from '../api/api';
import type { AppThunk } from '../app/hooks';
import { selectUser } from '../session/sessionSlice';

/** Fetches the history. Requests may overlap; a new request does not cancel a pending one. */
export const fetchHistory =
  (reason: FetchReason): AppThunk =>
  (dispatch, getState) => {
    const user = selectUser(getState());
    if (!user) return;
    void dispatch(api.endpoints.history.initiate({ userId: user.id, reason }, { track: false }));
  };
