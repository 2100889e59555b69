import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '../../services/redux';
import { formatTime } from '../message/days';
import type { Message } from '../../conversation/message';
import { chatStrings } from '../../shared/chatStrings';
import { selectUser } from '../../session/sessionSlice';
import type { Entry } from '../../conversation/entries';
import { selectEntries, selectIsLoading } from '../messagesSlice';
import { senderName } from '../message/senderName';
import { firstBlock } from '../message/textBlocks';

/** Maximum announcements in the live region; older announcements are removed. */
const MAX_ANNOUNCEMENTS = 100;

/**
 * Debounce after a change of the list, in ms. Messages are painted before they are announced, and a
 * burst is announced together.
 */
const ANNOUNCE_DELAY = 100;

interface Announcement {
  key: number;
  text: string;
}

/** Returns a message as text: sender, content, time. A very long text is cut to its first block. */
function toText({ fromUserId, text, imageUrl, timestamp }: Message): string {
  const content = [
    text === null ? null : firstBlock(text),
    imageUrl === null ? null : chatStrings.image,
  ].filter((part) => part !== null);
  const time = timestamp === null ? [] : [formatTime(timestamp)];
  return `${senderName(fromUserId)}: ${[...content, ...time].join(', ')}`;
}

/** Returns the highest key. Each new entry has a higher key than all earlier entries. */
const maxKey = (entries: Entry[]) => entries.reduce((max, { key }) => Math.max(max, key), -1);

/**
 * Returns the incoming messages as text, each once and in order. Skips the user's own messages and
 * the messages of the first history.
 */
export function useAnnouncements(): Announcement[] {
  const user = useAppSelector(selectUser);
  const entries = useAppSelector(selectEntries);
  const isLoading = useAppSelector(selectIsLoading);
  const [announcements, setAnnouncements] = useState<Announcement[]>([]);
  /** The highest key that is announced or needs no announcement. */
  const lastKey = useRef<number | null>(null);

  useEffect(() => {
    if (isLoading) return undefined;
    const previousKey = (lastKey.current ??= maxKey(entries));
    const timer = setTimeout(() => {
      const added = entries.filter(({ key }) => key > previousKey);
      lastKey.current = Math.max(previousKey, maxKey(added));
      const incoming = added
        .filter(({ message }) => message.fromUserId !== user?.id)
        .slice(-MAX_ANNOUNCEMENTS)
        .map(({ key, message }) => ({ key, text: toText(message) }));
      if (incoming.length === 0) return;
      setAnnouncements((earlier) => [...earlier, ...incoming].slice(-MAX_ANNOUNCEMENTS));
    }, ANNOUNCE_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, [entries, isLoading, user]);

  return announcements;
}
