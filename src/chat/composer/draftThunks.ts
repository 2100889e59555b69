import { countOwnCopies } from '../../conversation/entries';
import type { Draft } from '../../services/draftStore';
import type { AppThunk } from '../../services/redux';
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

/** Returns whether the list contains the posted message of this draft. */
export const isStored =
  ({ text, posted }: Draft): AppThunk<boolean> =>
  (_, getState) => {
    const user = selectUser(getState());
    if (!user || !posted) return false;
    const entries = selectEntries(getState());
    const hasTime = entries.some(
      ({ message }) =>
        message.fromUserId === user.id &&
        message.text === text &&
        message.timestamp === posted.timestamp,
    );
    // A server that re-stamps changes the time, but the number of equal messages grows.
    const copies = posted.copies ?? Infinity;
    return hasTime || countOwnCopies(entries, user.id, text) > copies;
  };
