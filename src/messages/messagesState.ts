import { freeze, original } from '@reduxjs/toolkit';
import { imagePathOf, type Message } from '../contract/message';
import { isEntryOf, type Entry } from './merge/entry';
import { addReceived } from './merge/addReceived';
import { mergeHistory } from './merge/mergeHistory';

/** The initial state of `messagesSlice`. */
export const initialState = {
  entries: [] as Entry[],
  nextKey: 0,
  /** True until the first history request has succeeded or failed (S4). */
  isLoading: true,
  /** Whether a history request has succeeded. */
  hasHistory: false,
  /** The ids of the pending history requests. */
  requests: [] as string[],
  /** Whether the page is hidden. */
  isHidden: false,
  /** The lowest key of the messages since the page was hidden. null: no message is new. */
  newFrom: null as number | null,
  /** The newest message that another tab has shown. */
  seen: null as Message | null,
  /** The newest URL of each signed image, by its path. No prototype: a path can be `constructor`. */
  signedUrls: Object.create(null) as Record<string, string>,
  /** Number of live messages of the operator that added no row, because the list has equal ones. */
  duplicates: 0,
};

export type MessagesState = typeof initialState;

/**
 * Updates the entries.
 * @param reservedKeys maximum number of new entries; each gets a key of its own
 * @param update returns the new list, or `entries` itself if nothing changes
 */
export function updateEntries(
  state: MessagesState,
  reservedKeys: number,
  update: (entries: Entry[], nextKey: number) => Entry[],
) {
  // A search of Immer's draft would create a proxy for each entry.
  const entries = original(state.entries);
  const updated = update(entries, state.nextKey);
  if (updated === entries) return;
  // Immer skips frozen arrays, which avoids a deep freeze of thousands of entries.
  state.entries = freeze(updated);
  state.nextKey += reservedKeys;
}

/** Adds live messages, and counts those of the operator that were treated as duplicates. */
export function addLive(state: MessagesState, messages: Message[], userId: number) {
  const isIncoming = ({ fromUserId }: Message) => fromUserId !== userId;
  updateEntries(state, messages.length, (entries, key) => {
    const updated = addReceived(entries, messages, userId, key);
    const added = updated.slice(entries.length).map(({ message }) => message);
    state.duplicates += messages.filter(isIncoming).length - added.filter(isIncoming).length;
    return updated;
  });
}

/** Keeps the URL of each signed image. */
export function keepSignedUrls({ signedUrls }: MessagesState, messages: Message[]) {
  for (const message of messages) {
    const path = imagePathOf(message);
    if (path && message.imageUrl !== path) signedUrls[path] = message.imageUrl ?? path;
  }
}

/** Merges a history. Messages from before the chat opened are not new, so they get lower keys. */
export function addHistory(state: MessagesState, history: Message[], userId: number) {
  const { hasHistory } = state;
  updateEntries(state, history.length, (entries, key) => {
    const nextKey = hasHistory ? key : -history.length;
    return mergeHistory({ entries, nextKey, hasHistory }, history, userId);
  });
  keepSignedUrls(state, history);
  state.hasHistory = true;
}

/** Returns the incoming entries that are new, and behind the newest one that another tab showed. */
export function newEntries({ entries, newFrom, seen }: MessagesState, userId: number): Entry[] {
  if (newFrom === null) return [];
  const lastSeen = seen ? entries.findLastIndex((entry) => isEntryOf(entry, seen)) : -1;
  return entries.filter(
    ({ key, message }, index) =>
      key >= newFrom && index > lastSeen && message.fromUserId !== userId,
  );
}
