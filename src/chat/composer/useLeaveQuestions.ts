import { useAppSelector, useAppStore, useServices } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { isBlankText } from '../../contract/messageText';
import { selectIsLostOnUnload, selectIsSending, selectUpload } from '../../messages/sendingSlice';
import { chatStrings } from '../../ui/chatStrings';

/**
 * Makes the browser ask before a page is left whose waiting or uploading images, or long text in
 * flight, would be lost. A permanent `beforeunload` listener can keep the page out of the
 * back/forward cache.
 * @returns a function that returns the question before a logout, if one is needed. A logout removes
 * the token first, so `beforeunload` does not ask. Only a logout removes the draft.
 */
export function useLeaveQuestions(hasWaitingImages: boolean): () => string | null {
  const { tokens, drafts } = useServices();
  const store = useAppStore();
  const userId = useAppSelector(selectUserId);
  const isUploading = useAppSelector((state) => selectUpload(state) !== null);
  const isSendingLongText = useAppSelector(selectIsLostOnUnload);
  const hasUnsentImages = hasWaitingImages || isUploading;
  const beforeunload = (event: Event) => {
    // If the stored token is not the user's, the app itself is leaving the page.
    if (tokens.readFor(userId) !== null) event.preventDefault();
  };
  useWindowEvents({ beforeunload }, hasUnsentImages || isSendingLongText);
  return () => {
    if (hasUnsentImages) return chatStrings.logoutWithImage;
    if (selectIsSending(store.getState())) return chatStrings.logoutWhileSending;
    return isBlankText(drafts.read(userId).text) ? null : chatStrings.logoutWithText;
  };
}
