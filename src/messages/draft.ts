import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Services } from '../provider/services';
import { selectUser, type SessionState } from '../session/sessionSlice';

type Thunk<Result> = ThunkAction<Result, { session: SessionState }, Services, UnknownAction>;

/** The text that the user was writing when the page was left. */
export const readDraft =
  (): Thunk<string> =>
  (_, getState, { drafts }) => {
    const user = selectUser(getState());
    return user ? drafts.read(user.id) : '';
  };

/** Keeps the text being written, so that it survives a reload. */
export const saveDraft =
  (text: string): Thunk<void> =>
  (_, getState, { drafts }) => {
    const user = selectUser(getState());
    if (user) drafts.save(user.id, text);
  };
