import type { Entry } from '../../conversation/entries';

/** The input of `followAbsence`. */
export interface ListSnapshot {
  entries: Entry[];
  /** Whether a history request has succeeded. Messages before that are not new. */
  hasHistory: boolean;
  isPageHidden: boolean;
  /** Whether there are incoming messages that no tab has shown. */
  hasUnread: boolean;
  userId: number | undefined;
}

/** The customer's last absence: the time during which the page was hidden. */
export interface Absence extends ListSnapshot {
  /** Lowest key that a new message can have. Null if there was no absence. */
  from: number | null;
  /** Lowest key of the messages that arrived after the absence. */
  until: number;
  /** Key of the first new message, if any. */
  firstNewKey: number | null;
}

export const noAbsence: Absence = {
  entries: [],
  hasHistory: false,
  isPageHidden: false,
  hasUnread: false,
  userId: undefined,
  from: null,
  until: Infinity,
  firstNewKey: null,
};

/** Returns a key above the keys of all entries; later entries have this key or a higher one. */
const keyAfter = (entries: Entry[]) =>
  entries.reduce((next, { key }) => Math.max(next, key + 1), 0);

const isSame = (a: ListSnapshot, b: ListSnapshot) =>
  a.entries === b.entries &&
  a.hasHistory === b.hasHistory &&
  a.isPageHidden === b.isPageHidden &&
  a.hasUnread === b.hasUnread;

/**
 * Finds the first message that arrived during the customer's last absence. A frozen or disconnected
 * page gets these messages only afterwards, with a history. A message that the customer sends ends
 * the search, and the next absence begins a new one.
 * @returns `absence` itself if nothing changes
 */
export function followAbsence(absence: Absence, snapshot: ListSnapshot): Absence {
  const { entries, isPageHidden, hasUnread, userId } = snapshot;
  if (!isPageHidden && (absence.from === null || !absence.hasHistory)) return noAbsence;
  if (isSame(absence, snapshot)) return absence;

  const end = keyAfter(entries);
  const isAllSeen = isPageHidden && (!hasUnread || !absence.hasHistory);
  const from = isAllSeen ? end : (absence.from ?? end);
  const until = absence.isPageHidden && !isPageHidden ? end : absence.until;
  const added = entries.filter(({ key }) => key >= from);
  const lastOwn = added.findLastIndex(({ message }) => message.fromUserId === userId);
  if (lastOwn >= 0 && !isPageHidden) return noAbsence;

  const firstNew = added
    .slice(lastOwn + 1)
    .find(({ key, origin }) => key < until || origin === 'history');
  // Another tab has shown the message, or the customer has replied on another device.
  const isEarlierOver = lastOwn >= 0 || (isAllSeen && absence.isPageHidden);
  return {
    ...snapshot,
    from: added[lastOwn] ? added[lastOwn].key + 1 : from,
    until: isPageHidden ? Infinity : until,
    firstNewKey: firstNew?.key ?? (isEarlierOver ? null : absence.firstNewKey),
  };
}
