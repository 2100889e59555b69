import { createSlice, isAnyOf, lruMemoize, type PayloadAction } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection } from '../api/baseQuery';
import type { RootState } from '../app/hooks';
import { withoutQuery, type Message } from '../contract/message';
import { messagesReceived } from '../hub/hubActions';
import { pageHidden, pageShown } from '../platform/pageEvents';
import { selectUserId, sessionEnded, sessionStarted } from '../session/sessionSlice';
import { isPending } from './merge/entry';
import type { PostStage } from './merge/ownEntries';
import { hasSameRows, visibleEntries } from './merge/visibleEntries';
import { addHistory, addLive, addPost, initialState, markSeen } from './messagesReducers';
import { sendResumed } from './sendingActions';
import { newEntries } from './unread';

const { history, send } = api.endpoints;

/** Matches the actions of a POST: its beginning and its end. */
export const isPost = isAnyOf(send.matchPending, send.matchFulfilled, send.matchRejected);

/** Returns how far a POST is after one of its actions. */
export function stageOf(action: Parameters<typeof send.matchRejected>[0]): PostStage {
  if (send.matchPending(action)) return 'posting';
  if (send.matchFulfilled(action)) return 'accepted';
  return send.matchRejected(action) && isRejection(action.payload) ? 'rejected' : 'unclear';
}

/** The conversation (S3, S4), in the order of the last history; newer messages follow. */
export const messagesSlice = createSlice({
  name: 'messages',
  initialState,
  reducers: {
    /** Another tab of the same user posts a message. */
    postedElsewhere(state, { payload }: PayloadAction<{ message: Message; stage: PostStage }>) {
      addPost(state, payload.message, payload.stage);
    },
    /** Another tab of the same user has shown this message, its newest one. */
    seenElsewhere(state, { payload }: PayloadAction<Message>) {
      state.seenElsewhere = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(pageHidden, (state) => {
        state.isHidden = true;
        markSeen(state);
      })
      .addCase(pageShown, (state) => void (state.isHidden = false))
      .addCase(messagesReceived, (state, { payload: { userId, messages } }) =>
        addLive(state, messages, userId),
      )
      .addCase(sendResumed, (state, { payload }) => void (state.resumed = payload))
      .addMatcher(isAnyOf(sessionStarted, sessionEnded), ({ isHidden }) => ({
        ...initialState,
        isHidden,
        marksNew: isHidden,
      }))
      .addMatcher(isPost, (state, action) =>
        addPost(state, action.meta.arg.originalArgs, stageOf(action)),
      )
      .addMatcher(history.matchPending, (state, { meta }) => {
        state.requests.push(meta.requestId);
      })
      .addMatcher(
        isAnyOf(history.matchFulfilled, history.matchRejected),
        (state, { meta, payload }) => {
          // The request is missing if another user has logged in since.
          const others = state.requests.filter((id) => id !== meta.requestId);
          if (others.length === state.requests.length) return;
          state.requests = others;
          state.isLoading = false;
          if (Array.isArray(payload)) addHistory(state, payload, meta.arg.originalArgs.userId);
        },
      );
  },
});

export const { seenElsewhere, postedElsewhere } = messagesSlice.actions;

export const selectIsLoading = (state: RootState) => state.messages.isLoading;
export const selectHasHistory = (state: RootState) => state.messages.hasHistory;
export const selectDuplicates = (state: RootState) => state.messages.duplicates;
const selectEntries = (state: RootState) => state.messages.entries;
/** Whether a POST of any tab is in flight, or was neither accepted nor rejected. */
export const selectHasPending = (state: RootState) => selectEntries(state).some(isPending);
const toVisible = lruMemoize(visibleEntries);
export const selectVisibleEntries = (state: RootState) => toVisible(selectEntries(state));
const toRows = lruMemoize(visibleEntries, { resultEqualityCheck: hasSameRows });
/** The visible entries as the list shows them: the same array until a row shows something else. */
export const selectRows = (state: RootState) => toRows(selectEntries(state));
/** The newest URL of an image. Only its query can differ from the URL of its row. */
export const selectImageUrl = ({ messages }: RootState, imageUrl: string) =>
  messages.signedUrls[withoutQuery(imageUrl) ?? ''] ?? imageUrl;
const toNew = lruMemoize(newEntries);
const selectNewEntries = (state: RootState) => toNew(state.messages, selectUserId(state));
/** The key of the first message that is new to the customer, if any. */
export const selectFirstNewKey = (state: RootState) => selectNewEntries(state)[0]?.key ?? null;
/** Number of messages that no tab has shown. */
export const selectUnread = (state: RootState) =>
  state.messages.isHidden ? selectNewEntries(state).length : 0;
/** The newest message that this tab shows; undefined while it is hidden or loading. */
export const selectSeen = (state: RootState) =>
  state.messages.isHidden || !selectHasHistory(state)
    ? undefined
    : selectVisibleEntries(state).at(-1)?.message;
