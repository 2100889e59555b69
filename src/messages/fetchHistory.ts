import { api, type FetchReason } from '../api/api';
import type { AppThunk } from '../app/hooks';
import { selectUser } from '../session/sessionSlice';

/**
 * Fetches the history. Requests may overlap; a new request does not cancel a pending one. Without a
 * subscription and with `keepUnusedDataFor: 0`, the cache forgets each response at once.
 */
export const fetchHistory =
  (reason: FetchReason): AppThunk =>
  (dispatch, getState) => {
    const user = selectUser(getState());
    if (!user) return;
    const request = { userId: user.id, reason, moment: Date.now() };
    const options = { subscribe: false, forceRefetch: true };
    void dispatch(api.endpoints.history.initiate(request, options));
  };
