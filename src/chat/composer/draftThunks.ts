import { countOwnCopies, hasPosted } from '../../conversation/entries';
import type { Draft } from '../../services/draftStore';
import type { AppThunk, RootState } from '../../services/redux';
import { selectUser } from '../../session/sessionSlice';
import { selectEntries } from '../messagesSlice';

/** Returns the user's saved draft, or an empty draft. */
export const loadDraft =
  (): AppThunk<Draft> =>
  (_, getState, { drafts }) => {
    const user = selectUser(getState());
    return user ? drafts.read(user.id) : { text: '' };
  };

/** Saves the text of the input, so that the text survives a reload. */
export const saveDraft =
  (text: string): AppThunk =>
  (_, getState, { drafts }) => {
    const user = selectUser(getState());
    if (user) drafts.save(user.id, { text });
  };

/** Returns whether the list has the posted message of this draft. */
export function selectIsStored(state: RootState, { text, posted }: Draft): boolean {
  const user = selectUser(state);
  if (!user || !posted) return false;
  const entries = selectEntries(state);
  // A server that re-stamps changes the time, but the number of equal messages grows.
  const copies = posted.copies ?? Infinity;
  return (
    hasPosted(entries, user.id, posted.timestamp) || countOwnCopies(entries, user.id, text) > copies
  );
}
