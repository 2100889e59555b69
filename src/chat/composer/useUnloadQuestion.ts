import { useAppDispatch, useAppSelector } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { selectUpload } from '../../messages/sendingSlice';

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
        // If the stored token is not the user's, the app itself is leaving the page.
        dispatch((_, getState, { tokens }) => {
          if (tokens.readFor(selectUserId(getState())) !== null) event.preventDefault();
        });
      },
    },
    hasWaitingImages || isUploading,
  );
}
