import {
  createSelector,
  createSlice,
  isAnyOf,
  original,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { Message } from '../common/message';
import { pageHidden, pageShown } from '../common/pageEvents';
import { api } from '../provider/api';
import { chatOpened, messageSent, messagesReceived } from '../provider/hub';
import { uploadProgressed } from '../provider/providerQuery';
import { historyEndRead } from '../provider/readHistory';
import { sessionEnded } from '../session/sessionSlice';
import { addAllReceived } from './addReceived';
import { addPosted, addSent, isSameList, shownOf, type Entry } from './entries';
import { mergeHistory } from './mergeHistory';
import { areNew, NO_TOTALS, totalsOf, type Totals } from './totals';

const { history, send } = api.endpoints;

/** The how-manieth of how many pictures, and how much of it has gone. */
export interface UploadProgress {
  number: number;
  of: number;
  percent: number;
}

export interface MessagesState {
  userId: number | null;
  entries: Entry[];
  totals: Totals;
  nextKey: number;
  /** Until the first history request has ended, well or badly (spec 4). */
  isLoading: boolean;
  /** While a message or a picture is on its way (spec 4). */
  isSending: boolean;
  /** The picture that is on its way. */
  upload: UploadProgress | null;
  isPageHidden: boolean;
  /** How many messages of others the user has seen, in this tab or in another. */
  seen: number;
  /** History requests under way, and the next key at the time when each began. */
  requests: { id: string; since: number }[];
}

const initialState: MessagesState = {
  userId: null,
  entries: [],
  totals: NO_TOTALS,
  nextKey: 0,
  isLoading: true,
  isSending: false,
  upload: null,
  isPageHidden: false,
  seen: 0,
  requests: [],
};

/**
 * Replaces the list.
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
  // Frozen here, it is not walked through to be frozen deeply, which takes longer than all the rest.
  state.entries = Object.freeze(updated) as Entry[];
  state.totals = totalsOf(updated, state.userId);
  state.nextKey += arrived;
}

/** Adds messages that cannot be in the list, without a look at what is there. */
function append(state: MessagesState, messages: Message[]) {
  const added = messages.map((message, index): Entry => ({
    key: state.nextKey + index,
    message,
    origin: 'live',
  }));
  state.entries = Object.freeze([...original(state.entries), ...added]) as Entry[];
  state.totals = totalsOf(added, state.userId, state.totals);
  state.nextKey += added.length;
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
        const { userId, totals } = state;
        if (areNew(payload, totals, userId)) append(state, payload);
        else {
          setEntries(state, payload.length, (entries, key) =>
            addAllReceived(entries, payload, userId, key),
          );
        }
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
