import { current, freeze, isDraft, original } from '@reduxjs/toolkit';
import { imagePathOf, type Message } from '../contract/message';
import { addReceived } from './merge/addReceived';
import { hasPostOf, isPostOf, type Entry } from './merge/entry';
import { mergeHistory } from './merge/mergeHistory';
import { countCopies, updatePost, type PostStage } from './merge/ownEntries';
import type { ResumedPost } from './sendingActions';

export const initialState = {
  entries: [] as Entry[],
  /** True until the first history request has succeeded or failed (S4). */
  isLoading: true,
  /** Whether a history request has succeeded. */
  hasHistory: false,
  /** The ids of the pending history requests. */
  requests: [] as string[],
  isHidden: false,
  /** Whether arriving messages get `isNew`: from when the page is hidden until `addLive` resets it. */
  marksNew: false,
  /** The newest message that another tab has shown. */
  seenElsewhere: null as Message | null,
  /** The newest URL of each signed image, by its path. No prototype: a path can be `constructor`. */
  signedUrls: Object.create(null) as Record<string, string>,
  /** Number of messages that added no row because the list has equal ones. A history proves it. */
  duplicates: 0,
  /** A POST from before a reload, until a history has loaded. */
  resumed: null as ResumedPost | null,
};

export type MessagesState = typeof initialState;

/** Returns the entries outside Immer's draft, which would create a proxy for each entry in a search. */
const entriesOf = ({ entries }: MessagesState): Entry[] =>
  isDraft(entries) ? original(entries) : entries;

/** Immer skips frozen arrays, which avoids a deep freeze of thousands of entries. */
function setEntries(state: MessagesState, entries: Entry[]) {
  state.entries = freeze(entries);
}

/** Marks all messages as seen. Messages that arrive later are new if the page is hidden. */
export function markSeen(state: MessagesState) {
  state.marksNew = state.isHidden;
  const entries = entriesOf(state);
  if (!entries.some(({ isNew }) => isNew)) return;
  setEntries(
    state,
    entries.map((entry) => (entry.isNew ? { ...entry, isNew: false } : entry)),
  );
}

/** Adds live messages, and counts those of the operator that were treated as duplicates. */
export function addLive(state: MessagesState, messages: Message[], userId: number) {
  const entries = entriesOf(state);
  // A live message on a visible page without new messages ends the marking. `pageShown` cannot end it,
  // because the next history can contain messages that a frozen page missed.
  if (state.marksNew && !state.isHidden && !entries.some(({ isNew }) => isNew))
    state.marksNew = false;
  const updated = addReceived(entries, messages, userId, state.marksNew);
  const isIncoming = ({ fromUserId }: Message) => fromUserId !== userId;
  const added = updated.slice(entries.length).map(({ message }) => message);
  state.duplicates += messages.filter(isIncoming).length - added.filter(isIncoming).length;
  setEntries(state, updated);
  keepSignedUrls(state, messages);
}

/** Updates the entry of a POST of this tab or of another one. */
export function addPost(state: MessagesState, message: Message, stage: PostStage) {
  const entries = entriesOf(state);
  const updated = updatePost(entries, message, stage);
  const isKnown = entries.some((entry) => isPostOf(entry, message));
  // An accepted POST that adds no row was matched to a row by its content.
  if (stage === 'accepted' && !isKnown && updated.length === entries.length) state.duplicates += 1;
  setEntries(state, updated);
  // A customer who sends has read the messages above his own.
  if (stage === 'accepted') markSeen(state);
}

/** Merges a history. Messages from before the chat opened are not new. */
export function addHistory(state: MessagesState, history: Message[], userId: number) {
  const { hasHistory, marksNew } = state;
  const list = { entries: entriesOf(state), hasHistory };
  const fields = hasHistory ? { ...(marksNew && { isNew: true }) } : { isOld: true };
  setEntries(state, mergeHistory(list, history, userId, fields));
  keepSignedUrls(state, history);
  state.hasHistory = true;
  if (state.resumed) addResumed(state, current(state.resumed));
  state.resumed = null;
}

/** Adds an entry for a POST from before a reload, unless the first history has one message more. */
function addResumed(state: MessagesState, { message, copies = Infinity }: ResumedPost) {
  const entries = entriesOf(state);
  // A server can change the time, so equal messages count too, but not those of other POSTs.
  const loaded = entries.filter(({ postedAt }) => postedAt === undefined);
  const isStored =
    hasPostOf(entries, message.fromUserId, message.timestamp ?? '') ||
    countCopies(loaded, message) > copies;
  setEntries(state, updatePost(entries, message, isStored ? 'accepted' : 'posting'));
}

function keepSignedUrls({ signedUrls }: MessagesState, messages: Message[]) {
  for (const message of messages) {
    const path = imagePathOf(message);
    if (path && message.imageUrl !== path) signedUrls[path] = message.imageUrl ?? path;
  }
}
