import { original } from '@reduxjs/toolkit';
import type { Message } from '../common/message';
import { addAllReceived } from './addReceived';
import type { Entry } from './entries';
import { areNew, NO_TOTALS, totalsOf, type Totals } from './totals';

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

export const initialState: MessagesState = {
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

/** Puts a list in place of the present one, in which so many keys were given. */
function put(state: MessagesState, entries: Entry[], totals: Totals, given: number) {
  // Frozen here, it is not walked through to be frozen deeply, which takes longer than all the rest.
  state.entries = Object.freeze(entries) as Entry[];
  state.totals = totals;
  state.nextKey += given;
}

/**
 * Replaces the list.
 * @param arrived how many new entries there can be, each with a key of its own
 */
export function setEntries(
  state: MessagesState,
  arrived: number,
  update: (entries: Entry[], nextKey: number) => Entry[],
) {
  // Searching the draft itself would make a proxy of every entry.
  const entries = original(state.entries);
  const updated = update(entries, state.nextKey);
  if (updated !== entries) put(state, updated, totalsOf(updated, state.userId), arrived);
}

/** Brings in what the hub delivered; without a look at what is there where that cannot hold it. */
export function receive(state: MessagesState, messages: Message[]) {
  const { userId, totals, nextKey } = state;
  if (areNew(messages, totals, userId)) {
    const added = messages.map((message, index): Entry => ({
      key: nextKey + index,
      message,
      origin: 'live',
    }));
    const entries = [...original(state.entries), ...added];
    put(state, entries, totalsOf(added, userId, totals), added.length);
  } else {
    setEntries(state, messages.length, (entries, key) =>
      addAllReceived(entries, messages, userId, key),
    );
  }
}
