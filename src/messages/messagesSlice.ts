import {
  createSelector,
  createSlice,
  isAnyOf,
  lruMemoize,
  original,
  type PayloadAction,
} from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { RootState } from '../app/hooks';
import { isRejection } from '../api/baseQuery';
import type { Message } from '../contract/message';
import { messagesReceived } from '../hub/hubActions';
import { pageHidden, pageShown } from '../platform/pageEvents';
import { selectUserId, sessionEnded, sessionStarted } from '../session/sessionSlice';
import { addSentElsewhere } from './merge/addReceived';
import { addPending, addSent, endFailedPost } from './merge/ownEntries';
import { hasSameRows, visibleEntries } from './merge/visibleEntries';
import { isPending } from './merge/entry';
import {
  addHistory,
  addLive,
  initialState,
  keepSignedUrls,
  newEntries,
  updateEntries,
} from './messagesState';

const { history, send } = api.endpoints;

/** The conversation (S3, S4), in the order of the last history; newer messages follow. */
export const messagesSlice = createSlice({
  name: 'messages',
  initialState,
  reducers: {
    /** Another tab of the same user has sent this message. */
    sentElsewhere(state, { payload }: PayloadAction<Message>) {
      updateEntries(state, 1, (entries, key) => addSentElsewhere(entries, payload, key));
      if (state.newFrom !== null) state.newFrom = state.nextKey;
    },
    /** Another tab of the same user has shown this message, its newest one. */
    seenElsewhere(state, { payload }: PayloadAction<Message>) {
      state.seen = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(pageHidden, (state) => {
        state.isHidden = true;
        state.newFrom = state.nextKey;
      })
      .addCase(pageShown, (state) => {
        state.isHidden = false;
      })
      .addCase(messagesReceived, (state, { payload: { userId, messages } }) => {
        // What arrives live on a visible page is not new. `pageShown` cannot reset `newFrom`, because a
        // history can still bring messages that a frozen page missed.
        if (!state.isHidden && newEntries(original(state), userId).length === 0)
          state.newFrom = null;
        addLive(state, messages, userId);
        keepSignedUrls(state, messages);
      })
      .addMatcher(isAnyOf(sessionStarted, sessionEnded), ({ isHidden }) => ({
        ...initialState,
        isHidden,
        newFrom: isHidden ? 0 : null,
      }))
      .addMatcher(send.matchPending, (state, { meta }) => {
        updateEntries(state, 1, (entries, key) => addPending(entries, meta.arg.originalArgs, key));
      })
      .addMatcher(send.matchFulfilled, (state, { meta }) => {
        updateEntries(state, 1, (entries, key) => addSent(entries, meta.arg.originalArgs, key));
        // The customer has read what is above his own message.
        state.newFrom = null;
      })
      .addMatcher(send.matchRejected, (state, { payload, meta }) => {
        const isRejected = isRejection(payload);
        updateEntries(state, 0, (entries) =>
          endFailedPost(entries, meta.arg.originalArgs, isRejected),
        );
      })
      .addMatcher(history.matchPending, (state, { meta }) => {
        state.requests.push(meta.requestId);
      })
      .addMatcher(
        isAnyOf(history.matchFulfilled, history.matchRejected),
        (state, { meta, payload }) => {
          // The request is missing if another user has signed in since.
          const others = state.requests.filter((id) => id !== meta.requestId);
          if (others.length === state.requests.length) return;
          state.requests = others;
          state.isLoading = false;
          if (Array.isArray(payload)) addHistory(state, payload, meta.arg.originalArgs.userId);
        },
      );
  },
});

export const { seenElsewhere, sentElsewhere } = messagesSlice.actions;

type State = RootState;

export const selectIsLoading = (state: State) => state.messages.isLoading;
export const selectHasHistory = (state: State) => state.messages.hasHistory;
export const selectDuplicates = (state: State) => state.messages.duplicates;
const selectEntries = (state: State) => state.messages.entries;
/** Whether a POST is in flight, or was neither accepted nor rejected. */
export const selectHasPending = (state: State) => selectEntries(state).some(isPending);
const toVisible = lruMemoize(visibleEntries);
export const selectVisibleEntries = (state: State) => toVisible(selectEntries(state));
const toRows = lruMemoize(visibleEntries, { resultEqualityCheck: hasSameRows });
/** The visible entries as the list shows them: the same array until a row shows something else. */
export const selectRows = (state: State) => toRows(selectEntries(state));
/** The newest URL of an image. Only its query can differ from the URL of its row. */
export const selectImageUrl = ({ messages }: State, imageUrl: string) =>
  messages.signedUrls[imageUrl.split('?')[0] ?? ''] ?? imageUrl;
const selectNewEntries = createSelector(
  [(state: State) => state.messages, selectUserId],
  newEntries,
);
/** The key of the first message that is new to the customer, if any. */
export const selectFirstNewKey = (state: State) => selectNewEntries(state)[0]?.key ?? null;
/** Number of messages that no tab has shown. */
export const selectUnread = (state: State) =>
  state.messages.isHidden ? selectNewEntries(state).length : 0;
/** The newest message that this tab shows; undefined while it is hidden or loading. */
export const selectShown = (state: State) =>
  state.messages.isHidden || !selectHasHistory(state)
    ? undefined
    : selectVisibleEntries(state).at(-1)?.message;
