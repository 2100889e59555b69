import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { timeOf } from '../common/days';
import type { Message } from '../common/message';
import { strings } from '../common/strings';
import { selectUser } from '../session/sessionSlice';
import { selectEntries, selectIsLoading } from './messagesSlice';

/** So many of the latest announcements stay; older ones have been read out. */
const KEPT = 100;

/** A message in words: who, what, when. */
function describe({ text, imageUrl, timestamp }: Message): string {
  const what = [text, imageUrl === null ? null : strings.image].filter((part) => part !== null);
  const time = timestamp === null ? [] : [timeOf(timestamp)];
  return `${strings.operator}: ${[...what, ...time].join(', ')}`;
}

/**
 * Has screen readers say each message of the operator as it comes, once and in order. What was there
 * when the chat opened, and the user's own messages, are not said.
 */
export function Announcer() {
  const user = useSelector(selectUser);
  // Said when it is seen, not before.
  const entries = useDeferredValue(useSelector(selectEntries));
  const isLoading = useSelector(selectIsLoading);
  const [said, setSaid] = useState<{ key: number; words: string }[]>([]);
  const newest = useRef<number | null>(null);

  useEffect(() => {
    if (isLoading) return;
    const before = newest.current;
    const added = entries.filter(({ key }) => key > (before ?? -1));
    newest.current = added.reduce((newestKey, { key }) => Math.max(newestKey, key), before ?? -1);
    if (before === null) return;
    const fresh = added.filter(({ message }) => message.fromUserId !== user?.id);
    if (fresh.length === 0) return;
    const words = fresh.slice(-KEPT).map(({ key, message }) => ({ key, words: describe(message) }));
    setSaid((earlier) => [...earlier, ...words].slice(-KEPT));
  }, [entries, isLoading, user]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {said.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  );
}
