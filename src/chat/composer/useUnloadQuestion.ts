import { useAppSelector, useServices } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { selectIsPostLostOnUnload, selectUpload } from '../../messages/sendingSlice';
import { chatStrings } from '../../ui/chatStrings';

/**
 * Makes the browser ask before a page is left whose waiting or uploading images, or long text in
 * flight, would be lost. A permanent `beforeunload` listener can keep the page out of the
 * back/forward cache.
 * @returns the question before a logout, if any. A logout removes the token first, so `beforeunload`
 * does not ask.
 */
export function useUnloadQuestion(hasWaitingImages: boolean): string | null {
  const { tokens } = useServices();
  const userId = useAppSelector(selectUserId);
  const isUploading = useAppSelector((state) => selectUpload(state) !== null);
  const isSendingLongText = useAppSelector(selectIsPostLostOnUnload);
  const hasUnsentImages = hasWaitingImages || isUploading;
  const textQuestion = isSendingLongText ? chatStrings.logoutWhileSending : null;
  const question = hasUnsentImages ? chatStrings.logoutQuestion : textQuestion;
  useWindowEvents(
    {
      beforeunload: (event) => {
        // If the stored token is not the user's, the app itself is leaving the page.
        if (tokens.readFor(userId) !== null) event.preventDefault();
      },
    },
    question !== null,
  );
  return question;
}
