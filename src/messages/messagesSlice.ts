import {
  createSelector,
  createSlice,
  freeze,
  isAnyOf,
  original,
  type PayloadAction,
  type WithSlice,
} from '@reduxjs/toolkit';
import { api, historyTailLoaded } from '../api/api';
import { uploadProgressed } from '../api/baseQuery';
import { addReceived } from './merge/addReceived';
import {
  addPending,
  addSent,
  addSentElsewhere,
  countTotals,
  hasSameRows,
  visibleEntries,
  type Entry,
} from './merge/entries';
import { mergeHistory } from './merge/mergeHistory';
import type { Message } from '../contract/message';
import { messageAccepted, messagesReceived } from '../hub/hubActions';
import { sessionEnded, sessionStarted } from '../session/sessionSlice';
import { pageHidden, pageShown } from '../platform/pageEvents';

const { history, send } = api.endpoints;

/** Maximum number of messages that another tab can have shown before this tab receives them. */
const MAX_SEEN_AHEAD = 100;

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

const initialState = {
  entries: [] as Entry[],
  totals: { incoming: 0, pending: 0 },
  nextKey: 0,
  /** True until the first history request has succeeded or failed (S4). */
  isLoading: true,
  /** Whether a history request has succeeded. */
  hasHistory: false,
  /** True while a message or an image is being sent (S4). */
  isSending: false,
  upload: null as UploadState | null,
  isPageHidden: false,
  /** Number of incoming messages that the user has seen, in any tab. */
  seen: 0,
  /** Keys of the pending history requests. */
  requests: [] as string[],
};

export type MessagesState = typeof initialState;

/**
 * @param reservedKeys maximum number of new entries; each gets a key of its own
 * @param update returns the new list, or `entries` itself if nothing changes
 */
function updateEntries(
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

function addHistory(state: MessagesState, userId: number, history: Message[]) {
  const before = state.totals.incoming;
  updateEntries(state, userId, history.length, (entries, key) =>
    mergeHistory(entries, history, userId, key),
  );
  // Messages from before the chat opened are not unread. A live message can be unread.
  if (state.isLoading) state.seen += state.totals.incoming - before;
}

/** The conversation (S3, S4), in the order of the last history; newer messages follow. */
export const messagesSlice = createSlice({
  name: 'messages',
  initialState,
  reducers: {
    sendingStarted(state) {
      state.isSending = true;
    },
    sendingEnded(state) {
      state.isSending = false;
      state.upload = null;
    },
    uploadChanged(state, { payload }: PayloadAction<UploadState>) {
      state.upload = payload;
    },
    /** Other tabs of the same user have sent these messages. */
    sentElsewhere(state, { payload }: PayloadAction<{ userId: number; messages: Message[] }>) {
      const { userId, messages } = payload;
      updateEntries(state, userId, messages.length, (entries, key) =>
        messages.reduce(
          (list, message, index) => addSentElsewhere(list, message, key + index),
          entries,
        ),
      );
    },
    /** Another tab of the same user shows this number of incoming messages. */
    seenElsewhere(state, { payload }: PayloadAction<number>) {
      const seen = Math.min(payload, state.totals.incoming + MAX_SEEN_AHEAD);
      state.seen = Math.max(state.seen, seen);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(pageHidden, (state) => {
        state.isPageHidden = true;
        state.seen = state.totals.incoming;
      })
      .addCase(pageShown, (state) => {
        state.isPageHidden = false;
      })
      .addCase(uploadProgressed, (state, { payload }) => {
        if (state.upload) state.upload.percent = payload;
      })
      .addCase(messagesReceived, (state, { payload: { userId, messages } }) => {
        updateEntries(state, userId, messages.length, (entries, key) =>
          addReceived(entries, messages, userId, key),
        );
      })
      .addCase(historyTailLoaded, (state, { payload: { userId, requestKey, messages } }) => {
        const isCurrent = state.requests.includes(requestKey);
        // The whole history follows soon, so a list that is not empty can wait.
        if (isCurrent && state.entries.length === 0) addHistory(state, userId, messages);
      })
      .addCase(messageAccepted, (state, { payload }) => {
        updateEntries(state, payload.fromUserId, 1, (entries, key) =>
          addSent(entries, payload, key),
        );
      })
      .addMatcher(isAnyOf(sessionStarted, sessionEnded), ({ isPageHidden }) => ({
        ...initialState,
        isPageHidden,
      }))
      .addMatcher(send.matchPending, (state, { meta }) => {
        const message = meta.arg.originalArgs;
        updateEntries(state, message.fromUserId, 1, (entries, key) =>
          addPending(entries, message, key),
        );
      })
      .addMatcher(history.matchPending, (state, { meta }) => {
        state.requests.push(meta.arg.originalArgs.requestKey);
      })
      .addMatcher(history.matchFulfilled, (state, { meta, payload }) => {
        const { userId, requestKey } = meta.arg.originalArgs;
        // The request is missing if another user has signed in since.
        if (!state.requests.includes(requestKey)) return;
        state.hasHistory = true;
        if (payload) addHistory(state, userId, payload);
      })
      .addMatcher(isAnyOf(history.matchFulfilled, history.matchRejected), (state, { meta }) => {
        const { requestKey } = meta.arg.originalArgs;
        const others = state.requests.filter((pending) => pending !== requestKey);
        if (others.length === state.requests.length) return;
        state.isLoading = false;
        state.requests = others;
      });
  },
});

export const { sendingStarted, sendingEnded, uploadChanged, seenElsewhere, sentElsewhere } =
  messagesSlice.actions;

type State = WithSlice<typeof messagesSlice>;

export const selectIsLoading = (state: State) => state.messages.isLoading;
export const selectHasHistory = (state: State) => state.messages.hasHistory;
/** Whether the list has a pending entry: its POST is in flight or has failed. */
export const selectHasPending = (state: State) => state.messages.totals.pending > 0;
export const selectIsSending = (state: State) => state.messages.isSending;
export const selectUpload = (state: State) => state.messages.upload;
export const selectIsPageHidden = (state: State) => state.messages.isPageHidden;
/** Number of incoming messages that this tab shows; undefined while hidden or loading. */
export const selectShown = ({ messages: { isPageHidden, isLoading, totals } }: State) =>
  isPageHidden || isLoading ? undefined : totals.incoming;
/** Number of incoming messages that no tab has shown. */
export const selectUnread = ({ messages: { isPageHidden, isLoading, totals, seen } }: State) =>
  isPageHidden && !isLoading ? Math.max(0, totals.incoming - seen) : 0;
/** The visible entries; the same array until one of them changes. */
export const selectVisibleEntries = createSelector(
  [(state: State) => state.messages.entries, selectHasPending],
  (entries, hasPending) => (hasPending ? visibleEntries(entries) : entries),
  { memoizeOptions: { resultEqualityCheck: hasSameRows } },
);
