import { useState } from 'react';
import type { Entry } from '../../messages/merge/entries';
import { useAppSelector } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { selectHasHistory, selectIsPageHidden, selectUnread } from '../../messages/messagesSlice';

export interface ListSnapshot {
  entries: Entry[];
  /** Whether a history request has succeeded. Messages before that are not new. */
  hasHistory: boolean;
  isPageHidden: boolean;
  hasUnread: boolean;
  userId: number;
}

/** The customer's last absence: the time during which the page was hidden. */
export interface Absence extends ListSnapshot {
  /** The lowest key that a new message can have. */
  from: number;
  /** The lowest key of the messages that arrived after the absence. Infinity while it lasts. */
  until: number;
  firstNewKey: number | null;
}

/** Returns a key above the keys of all entries. Each later entry has this key or a higher one. */
export const keyAfter = (entries: Entry[]): number =>
  entries.reduce((next, { key }) => Math.max(next, key + 1), 0);

const isSame = (a: ListSnapshot, b: ListSnapshot) =>
  a.entries === b.entries &&
  a.hasHistory === b.hasHistory &&
  a.isPageHidden === b.isPageHidden &&
  a.hasUnread === b.hasUnread;

/**
 * Finds the first message that arrived during the customer's last absence:
 *
 * | event                                        | effect                                            |
 * | -------------------------------------------- | ------------------------------------------------- |
 * | the page is hidden                           | `from` is after all entries; an earlier divider   |
 * |                                              | stays, in case that nothing new arrives           |
 * | first history, or another tab shows the list | `from` is after all entries; no divider           |
 * | a message arrives while the page is hidden   | it is new                                         |
 * | the page is shown                            | `until` is after all entries                      |
 * | a live message arrives later                 | it is not new                                     |
 * | a history brings a message later             | it is new: a frozen page missed it                |
 * | the customer sends in another tab            | `from` is after this message; no divider          |
 * | the customer sends here, or signs out        | the absence is over                               |
 *
 * @returns `absence` itself if nothing changes; null if there is no absence
 */
export function followAbsence(absence: Absence | null, snapshot: ListSnapshot): Absence | null {
  const { entries, hasHistory, isPageHidden, hasUnread, userId } = snapshot;
  if (absence && isSame(absence, snapshot)) return absence;
  const wasHidden = absence?.isPageHidden ?? false;
  if (isPageHidden && !(wasHidden && hasUnread && absence?.hasHistory)) {
    const firstNewKey = wasHidden ? null : (absence?.firstNewKey ?? null);
    return { ...snapshot, from: keyAfter(entries), until: Infinity, firstNewKey };
  }
  if (!absence?.hasHistory || !hasHistory) return null;

  const own = entries.findLast(
    ({ key, message }) => key >= absence.from && message.fromUserId === userId,
  );
  if (own && !isPageHidden) return null;
  const from = own ? own.key + 1 : absence.from;
  const until = wasHidden && !isPageHidden ? keyAfter(entries) : absence.until;
  const firstNew = entries.find(
    ({ key, status }) => key >= from && (key < until || status === 'history'),
  );
  const firstNewKey = firstNew?.key ?? (own ? null : absence.firstNewKey);
  return { ...snapshot, from, until, firstNewKey };
}

/** Returns the key of the first message that arrived while the page was hidden, if any. */
export function useFirstNewKey(entries: Entry[]): number | null {
  const userId = useAppSelector(selectUserId);
  const hasHistory = useAppSelector(selectHasHistory);
  const isPageHidden = useAppSelector(selectIsPageHidden);
  const hasUnread = useAppSelector(selectUnread) > 0;
  const [absence, setAbsence] = useState<Absence | null>(null);
  const next = followAbsence(absence, { entries, hasHistory, isPageHidden, hasUnread, userId });
  if (next !== absence) setAbsence(next);
  return next?.firstNewKey ?? null;
}
