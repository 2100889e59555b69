import { api } from '../api/api';
import { countOwnCopies } from '../conversation/entries';
import { messageAccepted } from '../realtime/hubActions';
import type { AppThunk } from '../services/redux';
import { selectUser } from '../session/sessionSlice';
import { OPERATOR_ID } from '../shared/constants';
import {
  selectEntries,
  selectIsLoading,
  selectIsSending,
  sendingEnded,
  sendingStarted,
} from './messagesSlice';

/** A thunk that resolves to true if the provider has accepted everything. */
export type Send = AppThunk<Promise<boolean>>;

/** Wraps a thunk, so that it does nothing during another send. */
export const unlessSending =
  (send: Send): Send =>
  async (dispatch, getState) => {
    if (selectIsSending(getState())) return false;
    dispatch(sendingStarted());
    try {
      return await dispatch(send);
    } finally {
      dispatch(sendingEnded());
    }
  };

/** Marks the draft as posted. After a reload, only the history shows whether it was stored. */
const markDraftPosted =
  (text: string, timestamp: string): AppThunk =>
  (_, getState, { drafts }) => {
    const user = selectUser(getState());
    if (!user) return;
    const copies = countOwnCopies(selectEntries(getState()), user.id, text);
    const isKnown = !selectIsLoading(getState());
    drafts.save(user.id, { text, posted: { timestamp, ...(isKnown && { copies }) } });
  };

/**
 * Posts a message. If accepted, `messageAccepted` passes it to the hub, then to the list (S4).
 * @param onPost called with the message's timestamp when the POST begins
 */
export const post =
  (
    content: { text: string | null; imageUrl: string | null },
    onPost?: (timestamp: string) => void,
  ): Send =>
  async (dispatch, getState, { now }) => {
    const user = selectUser(getState());
    if (!user) return false;
    const timestamp = new Date(now()).toISOString();
    const message = { fromUserId: user.id, toUserId: OPERATOR_ID, ...content, timestamp };
    if (message.text !== null) dispatch(markDraftPosted(message.text, timestamp));
    onPost?.(timestamp);
    const { error } = await dispatch(api.endpoints.send.initiate(message, { track: false }));
    if (error) return false;
    dispatch(messageAccepted(message));
    return true;
  };

/**
 * Sends a text that is not blank (S5). Replaces lone surrogates, which ASP.NET Core rejects.
 * @returns whether the provider has accepted it
 */
export const sendText = (text: string): Send =>
  unlessSending(async (dispatch) =>
    text.trim() === '' ? false : dispatch(post({ text: text.toWellFormed(), imageUrl: null })),
  );
