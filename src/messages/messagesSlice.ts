import { createSelector, createSlice, isAnyOf, original } from '@reduxjs/toolkit';
import { pageHidden, pageShown } from '../common/pageEvents';
import { api } from '../provider/api';
import { chatOpened, messageReceived, messageSent } from '../provider/hub';
import { sessionEnded } from '../session/sessionSlice';
import {
  addPosted,
  addReceived,
  addSent,
  countIncoming,
  isSameList,
  shownOf,
  type Entry,
} from './entries';
import { mergeHistory } from './mergeHistory';

const { history, send } = api.endpoints;

export interface MessagesState {
  userId: number | null;
  entries: Entry[];
  nextKey: number;
  /** Until the first history request has ended, well or badly (spec 4). */
  isLoading: boolean;
  /** While a message or a picture is on its way (spec 4). */
  isSending: boolean;
  isPageHidden: boolean;
  unread: number;
  /** History requests under way, and the next key at the time when each began. */
  requests: { id: string; since: number }[];
}

const initialState: MessagesState = {
  userId: null,
  entries: [],
  nextKey: 0,
  isLoading: true,
  isSending: false,
  isPageHidden: false,
  unread: 0,
  requests: [],
};

/**
 * Replaces the list, and counts what the user has not seen of it.
 * @param arrived how many new entries there can be, each with a key of its own
 */
function setEntries(
  state: MessagesState,
  arrived: number,
  update: (entries: Entry[], nextKey: number) => Entry[],
) {
  // Searching the draft itself would make a proxy of every entry.
  const entries = original(state.entries);
  const updated = update(entries, state.nextKey);
  if (updated === entries) return;
  if (state.isPageHidden && !state.isLoading) {
    state.unread += countIncoming(updated, state.userId) - countIncoming(entries, state.userId);
  }
  state.entries = updated;
  state.nextKey += arrived;
}

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
      })
      .addCase(pageShown, (state) => {
        state.isPageHidden = false;
        state.unread = 0;
      })
      .addCase(messageReceived, (state, { payload }) => {
        const { userId } = state;
        setEntries(state, 1, (entries, key) => addReceived(entries, payload, userId, key));
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
        if (others.length < state.requests.length) state.isLoading = false;
        state.requests = others;
      });
  },
  selectors: {
    /** What the customer sees; the same array until one of them changes. */
    selectEntries: createSelector([(state: MessagesState) => state.entries], shownOf, {
      memoizeOptions: { resultEqualityCheck: isSameList },
    }),
    selectIsLoading: (state) => state.isLoading,
    selectIsSending: (state) => state.isSending,
    selectUnread: (state) => state.unread,
  },
});

export const { sendingStarted, sendingEnded } = messagesSlice.actions;
export const { selectEntries, selectIsLoading, selectIsSending, selectUnread } =
  messagesSlice.selectors;
