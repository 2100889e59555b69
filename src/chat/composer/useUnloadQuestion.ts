import { useAppDispatch, useAppSelector } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { selectUpload } from '../../messages/sendingSlice';
import { chatStrings } from '../../ui/chatStrings';

/**
 * Makes the browser ask before a page with waiting or uploading images is left. A permanent
 * `beforeunload` listener can keep the page out of the back/forward cache.
 * @returns a function that asks before a logout with such images, and returns whether to log out. A
 * logout removes the token first, so `beforeunload` does not ask.
 */
export function useUnloadQuestion(hasWaitingImages: boolean): () => boolean {
  const dispatch = useAppDispatch();
  const isUploading = useAppSelector((state) => selectUpload(state) !== null);
  const hasUnsentImages = hasWaitingImages || isUploading;
  useWindowEvents(
    {
      beforeunload: (event) => {
        // If the stored token is not the user's, the app itself is leaving the page.
        dispatch((_, getState, { tokens }) => {
          if (tokens.readFor(selectUserId(getState())) !== null) event.preventDefault();
        });
      },
    },
    hasUnsentImages,
  );
  return () => !hasUnsentImages || window.confirm(chatStrings.logoutQuestion);
}
