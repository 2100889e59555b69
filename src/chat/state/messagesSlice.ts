import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { api, historyTailLoaded } from '../../api/api';
import { uploadProgressed } from '../../api/baseQuery';
import {
  addPending,
  addSent,
  addSentElsewhere,
  hasSameRows,
  visibleEntries,
} from '../../conversation/entries';
import type { Message } from '../../conversation/message';
import { messageAccepted, messagesReceived } from '../../realtime/hubActions';
import { sessionEnded, sessionStarted } from '../../session/sessionSlice';
import { pageHidden, pageShown } from '../../shared/pageEvents';
import {
  addHistory,
  addLiveMessages,
  initialState,
  updateEntries,
  type MessagesState,
  type UploadState,
} from './messagesState';

const { history, send } = api.endpoints;

/** Maximum number of messages that another tab can have shown before this tab receives them. */
const MAX_SEEN_AHEAD = 100;

/** Slice `messages`: the conversation in order of arrival (S3, S4). */
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
        addLiveMessages(state, userId, messages);
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
  selectors: {
    /** The visible entries; the same array until one of them changes. */
    selectEntries: createSelector(
      [({ entries }: MessagesState) => entries, ({ totals }: MessagesState) => totals.pending > 0],
      (entries, hasPending) => (hasPending ? visibleEntries(entries) : entries),
      { memoizeOptions: { resultEqualityCheck: hasSameRows } },
    ),
    selectIsLoading: (state) => state.isLoading,
    selectHasHistory: (state) => state.hasHistory,
    /** Whether the list has a pending entry: its POST is in flight or has failed. */
    selectHasPending: (state) => state.totals.pending > 0,
    selectIsSending: (state) => state.isSending,
    selectUpload: (state) => state.upload,
    selectIsPageHidden: (state) => state.isPageHidden,
    /** Number of incoming messages that no tab has shown. */
    selectUnread: (state) =>
      state.isPageHidden && !state.isLoading ? Math.max(0, state.totals.incoming - state.seen) : 0,
    /** Number of incoming messages that this tab shows; undefined while hidden or loading. */
    selectShown: ({ isPageHidden, isLoading, totals }) =>
      isPageHidden || isLoading ? undefined : totals.incoming,
  },
});

export const { sendingStarted, sendingEnded, uploadChanged, seenElsewhere, sentElsewhere } =
  messagesSlice.actions;
export const {
  selectEntries,
  selectIsLoading,
  selectHasHistory,
  selectHasPending,
  selectIsPageHidden,
  selectIsSending,
  selectUpload,
  selectUnread,
  selectShown,
} = messagesSlice.selectors;
