import { type AppThunk, useAppDispatch, useAppSelector } from '../../services/redux';
import { selectUser } from '../../session/sessionSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { selectUpload } from '../state/messagesSlice';

/** Returns whether the stored token is the user's. If not, the app itself is leaving the page. */
const isStillSignedIn =
  (): AppThunk<boolean> =>
  (_, getState, { tokens }) => {
    const user = selectUser(getState());
    return user !== null && tokens.readFor(user.id) !== null;
  };

/**
 * Makes the browser ask before a page with waiting or uploading images is left. A permanent
 * `beforeunload` listener can keep the page out of the back/forward cache.
 */
export function useUnloadQuestion(hasWaitingImages: boolean) {
  const dispatch = useAppDispatch();
  const isUploading = useAppSelector((state) => selectUpload(state) !== null);
  useWindowEvents(
    {
      beforeunload: (event) => {
        if (dispatch(isStillSignedIn())) event.preventDefault();
      },
    },
    hasWaitingImages || isUploading,
  );
}
