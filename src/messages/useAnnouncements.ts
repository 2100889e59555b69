import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { timeOf } from '../common/days';
import type { Message } from '../common/message';
import { strings } from '../common/strings';
import { selectUser } from '../session/sessionSlice';
import type { Entry } from './entries';
import { selectEntries, selectIsLoading } from './messagesSlice';
import { beginningOf } from './textBlocks';

/** So many of the latest announcements stay; older ones have been read out. */
const KEPT = 100;

/** Said is what has been there for so many milliseconds: eyes come first, and what pours in is said together. */
const PAUSE = 100;

/** A message in words: who, what, when; nobody listens to a very long text as a whole. */
function describe({ text, imageUrl, timestamp }: Message): string {
  const what = [
    text === null ? null : beginningOf(text),
    imageUrl === null ? null : strings.image,
  ].filter((part) => part !== null);
  const time = timestamp === null ? [] : [timeOf(timestamp)];
  return `${strings.operator}: ${[...what, ...time].join(', ')}`;
}

/** The highest key; each new row has a higher one. */
const newestOf = (entries: Entry[]) =>
  entries.reduce((newest, { key }) => Math.max(newest, key), -1);

/**
 * The messages of the operator in words, each as it comes, once and in order. What was there when the
 * chat opened, and the user's own messages, are not among them.
 */
export function useAnnouncements(): { key: number; words: string }[] {
  const user = useSelector(selectUser);
  const entries = useSelector(selectEntries);
  const isLoading = useSelector(selectIsLoading);
  const [said, setSaid] = useState<{ key: number; words: string }[]>([]);
  /** The highest key of what was said, or was there before. */
  const newest = useRef<number | null>(null);

  useEffect(() => {
    if (isLoading) return undefined;
    const before = (newest.current ??= newestOf(entries));
    const timer = setTimeout(() => {
      const added = entries.filter(({ key }) => key > before);
      newest.current = Math.max(before, newestOf(added));
      const fresh = added.filter(({ message }) => message.fromUserId !== user?.id).slice(-KEPT);
      if (fresh.length === 0) return;
      const words = fresh.map(({ key, message }) => ({ key, words: describe(message) }));
      setSaid((earlier) => [...earlier, ...words].slice(-KEPT));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [entries, isLoading, user]);

  return said;
}
