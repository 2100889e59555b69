import { imagePathOf } from '../../contract/message';
import { isPending, type Entry } from './entry';

/** Returns the entries that have a row: all but the pending ones; `entries` itself if none is pending. */
export const visibleEntries = (entries: Entry[]) =>
  entries.some(isPending) ? entries.filter((entry) => !isPending(entry)) : entries;

/** Compares what a row shows: to the minute, and without the signature of an image's URL. */
const isSameRow = (a: Entry, b: Entry | undefined) =>
  a.key === b?.key &&
  (a.message === b.message ||
    (a.message.text === b.message.text &&
      imagePathOf(a.message) === imagePathOf(b.message) &&
      a.message.timestamp?.slice(0, 16) === b.message.timestamp?.slice(0, 16)));

/** Returns whether two lists show the same rows. */
export const hasSameRows = (a: Entry[], b: Entry[]): boolean =>
  a.length === b.length && a.every((entry, index) => isSameRow(entry, b[index]));
