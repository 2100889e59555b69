import { freeze, original } from '@reduxjs/toolkit';
import { addReceived } from '../../conversation/addReceived';
import { countTotals, type Entry, type Totals } from '../../conversation/entries';
import { mergeHistory } from '../../conversation/mergeHistory';
import type { Message } from '../../conversation/message';

/** Progress of the current upload: image `number` of `total`, `percent` done. */
export interface UploadState {
  number: number;
  total: number;
  percent: number;
  /** In bytes; missing while a photo is re-encoded. */
  size?: number;
  /** Whether the message of the uploaded image is being posted. It can no longer be cancelled. */
  isPosting?: boolean;
}

export interface MessagesState {
  entries: Entry[];
  totals: Totals;
  /** The key of the next new entry. */
  nextKey: number;
  /** True until the first history request has succeeded or failed (S4). */
  isLoading: boolean;
  /** Whether a history request has succeeded. */
  hasHistory: boolean;
  /** True while a message or an image is being sent (S4). */
  isSending: boolean;
  upload: UploadState | null;
  isPageHidden: boolean;
  /** Number of incoming messages that the user has seen, in any tab. */
  seen: number;
  /** Keys of the pending history requests. */
  requests: string[];
}

export const initialState: MessagesState = {
  entries: [],
  totals: { incoming: 0, pending: 0 },
  nextKey: 0,
  isLoading: true,
  hasHistory: false,
  isSending: false,
  upload: null,
  isPageHidden: false,
  seen: 0,
  requests: [],
};

/**
 * Updates the list.
 * @param userId the signed-in user
 * @param reservedKeys maximum number of new entries; each gets a key of its own
 * @param update returns the new list, or `entries` itself if nothing changes
 */
export function updateEntries(
  state: MessagesState,
  userId: number,
  reservedKeys: number,
  update: (entries: Entry[], nextKey: number) => Entry[],
) {
  // A search of Immer's draft would create a proxy for each entry.
  const entries = original(state.entries);
  const updated = update(entries, state.nextKey);
  if (updated === entries) return;
  // Immer skips frozen arrays, which avoids a deep freeze of thousands of entries.
  state.entries = freeze(updated);
  state.totals = countTotals(updated, userId);
  state.nextKey += reservedKeys;
}

/** Merges a history response. */
export function addHistory(state: MessagesState, userId: number, history: Message[]) {
  const before = state.totals.incoming;
  updateEntries(state, userId, history.length, (entries, key) =>
    mergeHistory(entries, history, userId, key),
  );
  // Messages from before the chat opened are not unread. A live message can be unread.
  if (state.isLoading) state.seen += state.totals.incoming - before;
}

export function addLiveMessages(state: MessagesState, userId: number, messages: Message[]) {
  updateEntries(state, userId, messages.length, (entries, key) =>
    addReceived(entries, messages, userId, key),
  );
}
