import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '../../app/hooks';
import { formatTime } from '../message/dates';
import type { Message } from '../../contract/message';
import { chatStrings } from '../../ui/chatStrings';
import { runLater } from '../../platform/timers';
import { selectUserId } from '../../session/sessionSlice';
import type { Entry } from '../../messages/merge/entry';
import { selectRows } from '../../messages/messagesSlice';
import { senderName } from '../message/senderName';

/** Maximum announcements in the live region; older announcements are removed. */
const MAX_ANNOUNCEMENTS = 20;
/** Maximum messages that are announced in full; of more, only their number and the last one. */
const MAX_MESSAGES = 3;
/** Delay before a message is announced, in ms. A burst is announced together, after its paint. */
const ANNOUNCE_DELAY = 100;
/** Further delay of a few messages, in ms. After a long task, others arrive within a frame. */
const SETTLE_DELAY = 50;
/** The same for a burst, in ms. Orca drops events while more than 50 wait, and rows cause some. */
const BURST_DELAY = 900;
/** Delay before announcements are removed, in ms. Screen readers have fetched them by then. */
const REMOVE_DELAY = 5_000;
/** Maximum characters of a text that are announced. */
const MAX_LENGTH = 1_000;

/** Returns a message as text: sender, content, time. A very long text is cut. */
function toText({ fromUserId, text, imageUrl, timestamp }: Message): string {
  const time = timestamp && formatTime(timestamp);
  const parts = [text?.slice(0, MAX_LENGTH), imageUrl && chatStrings.image, time].filter(Boolean);
  return `${senderName(fromUserId)}: ${parts.join(', ')}`;
}

/** Returns incoming messages as one text, because Chromium reports new siblings in any order. */
function toAnnouncement(incoming: Entry[]): string {
  const isBurst = incoming.length > MAX_MESSAGES;
  const texts = incoming.slice(isBurst ? -1 : 0).map(({ message }) => toText(message));
  const count = `${incoming.length} ${chatStrings.countedMessages}`;
  return (isBurst ? [count, ...texts] : texts).join('. ');
}

/** Returns announcements: `firstText`, if any, then incoming messages not from the first history. */
export function useAnnouncements(firstText: string | null) {
  const userId = useAppSelector(selectUserId);
  const entries = useAppSelector(selectRows);
  const [announcements, setAnnouncements] = useState<{ key: number; text: string }[]>([]);
  /** The lowest key of the messages to announce. */
  const nextKey = useRef(0);
  // Later, because browsers announce only changes of a live region that they already know.
  useEffect(() => {
    if (firstText === null) return undefined;
    return runLater(ANNOUNCE_DELAY, () => setAnnouncements([{ key: -1, text: firstText }]));
  }, [firstText]);
  useEffect(() => {
    // After the delay, because a search of a long list would delay the paint of its new messages.
    let cancelTimer = runLater(ANNOUNCE_DELAY, () => {
      const incoming = entries.filter(
        ({ key, message, isOld }) =>
          key >= nextKey.current && !isOld && message.fromUserId !== userId,
      );
      const last = incoming.at(-1);
      if (!last) return;
      cancelTimer = runLater(incoming.length > MAX_MESSAGES ? BURST_DELAY : SETTLE_DELAY, () => {
        nextKey.current = Math.max(...incoming.map(({ key }) => key)) + 1;
        const announcement = { key: last.key, text: toAnnouncement(incoming) };
        setAnnouncements((earlier) => [...earlier, announcement].slice(-MAX_ANNOUNCEMENTS));
      });
    });
    return () => cancelTimer();
  }, [entries, userId]);
  useEffect(() => {
    if (announcements.length === 0) return undefined;
    // React can render once for this removal and an announcement just before it.
    return runLater(REMOVE_DELAY, () =>
      setAnnouncements((current) => current.filter((one) => !announcements.includes(one))),
    );
  }, [announcements]);
  return announcements;
}
