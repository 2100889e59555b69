import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { pageHidden, pageShown } from '../common/pageEvents';
import { api } from '../provider/api';
import { chatOpened, messageSent, messagesReceived } from '../provider/hub';
import { uploadProgressed } from '../provider/providerQuery';
import { historyEndRead } from '../provider/readHistory';
import { sessionEnded } from '../session/sessionSlice';
import { addPosted, addSent, isSameList, shownOf } from './entries';
import { mergeHistory } from './mergeHistory';
import { initialState, receive, setEntries, type MessagesState } from './messagesState';

const { history, send } = api.endpoints;

/** Slice `messages`: the conversation in arrival order (spec 3, 4). */
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
    uploadStarted(state, { payload }: PayloadAction<{ number: number; of: number }>) {
      state.upload = { ...payload, percent: 0 };
    },
    /** Another tab of the same user has shown so many messages of others. */
    seenElsewhere(state, { payload }: PayloadAction<{ userId: number; seen: number }>) {
      if (payload.userId === state.userId) state.seen = Math.max(state.seen, payload.seen);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(chatOpened, (state, { payload: userId }) =>
        userId === state.userId
          ? state
          : { ...initialState, isPageHidden: state.isPageHidden, userId },
      )
      .addCase(sessionEnded, ({ isPageHidden }) => ({ ...initialState, isPageHidden }))
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
      .addCase(messagesReceived, (state, { payload }) => {
        receive(state, payload);
      })
      .addCase(historyEndRead, (state, { payload: { userId, messages } }) => {
        // All of it is about to come: where there is something already, that can be awaited.
        if (userId !== state.userId || state.entries.length > 0) return;
        setEntries(state, messages.length, (entries, key) =>
          mergeHistory(entries, key, messages, userId, key),
        );
      })
      .addCase(messageSent, (state, { payload }) => {
        setEntries(state, 1, (entries, key) => addSent(entries, payload, key));
      })
      .addMatcher(send.matchPending, (state, { meta }) => {
        setEntries(state, 1, (entries, key) => addPosted(entries, meta.arg.originalArgs, key));
      })
      .addMatcher(history.matchPending, (state, { meta }) => {
        state.requests.push({ id: meta.requestId, since: state.nextKey });
      })
      .addMatcher(history.matchFulfilled, (state, { meta, payload }) => {
        const asked = state.requests.find(({ id }) => id === meta.requestId);
        // Not there where another user has signed in meanwhile.
        if (!asked) return;
        const { userId } = state;
        setEntries(state, payload.length, (entries, key) =>
          mergeHistory(entries, asked.since, payload, userId, key),
        );
      })
      .addMatcher(isAnyOf(history.matchFulfilled, history.matchRejected), (state, { meta }) => {
        const others = state.requests.filter(({ id }) => id !== meta.requestId);
        if (others.length === state.requests.length) return;
        // What was said before the chat opened is not new.
        if (state.isLoading) state.seen = state.totals.incoming;
        state.isLoading = false;
        state.requests = others;
      });
  },
  selectors: {
    /** What the customer sees; the same array until one of them changes. */
    selectEntries: createSelector(
      [
        ({ entries }: MessagesState) => entries,
        ({ totals }: MessagesState) => totals.unanswered > 0,
      ],
      (entries, areSomeHidden) => (areSomeHidden ? shownOf(entries) : entries),
      { memoizeOptions: { resultEqualityCheck: isSameList } },
    ),
    selectIsLoading: (state) => state.isLoading,
    selectIsSending: (state) => state.isSending,
    selectUpload: (state) => state.upload,
    /** Messages of others that came while the page was hidden and were seen in no other tab. */
    selectUnread: (state) =>
      state.isPageHidden && !state.isLoading ? Math.max(0, state.totals.incoming - state.seen) : 0,
    /** What this tab shows at present; undefined while it shows nothing. */
    selectSeen: createSelector(
      [
        ({ userId }: MessagesState) => userId,
        ({ totals }: MessagesState) => totals.incoming,
        ({ isPageHidden, isLoading }: MessagesState) => !isPageHidden && !isLoading,
      ],
      (userId, seen, isShown) => (userId !== null && isShown ? { userId, seen } : undefined),
    ),
  },
});

export const { sendingStarted, sendingEnded, uploadStarted, seenElsewhere } = messagesSlice.actions;
export const {
  selectEntries,
  selectIsLoading,
  selectIsSending,
  selectUpload,
  selectUnread,
  selectSeen,
} = messagesSlice.selectors;
