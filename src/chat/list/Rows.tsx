import { memo } from 'react';
import type { Entry } from '../../messages/merge/entry';
import type { Message } from '../../contract/message';
import { chatStrings } from '../../ui/chatStrings';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { formatDate, formatDay } from '../message/days';
import { MessageItem } from '../message/MessageItem';
import { areJoined } from './areJoined';
import styles from './MessageList.module.css';

interface RowProps {
  entryKey: number;
  message: Message;
  previous: Message | undefined;
  /** The next message if its bubble may join this one. */
  next: Message | undefined;
  /** Whether this is the first message that arrived while the page was hidden. */
  isFirstNew: boolean;
  /** Whether the customer has just sent the message. */
  isArriving: boolean;
  userId: number;
  today: number;
}

/** Returns the heading of a message if it is the first of its day, otherwise null. */
function newDay({ timestamp }: Message, previous: Message | undefined, today: number) {
  const day = timestamp && formatDay(timestamp, today);
  return day === (previous?.timestamp && formatDay(previous.timestamp, today)) ? null : day;
}

/** A message, under a heading if it is the first of its day (S2), under a divider if it is new. */
const MessageRow = memo(function MessageRow(props: RowProps) {
  const { entryKey, message, previous, next, isFirstNew, isArriving, userId, today } = props;
  const day = newDay(message, previous, today);
  const isFirst = day !== null || isFirstNew || !previous;
  const isLast = !next || newDay(next, message, today) !== null;
  return (
    <>
      {day !== null && (
        <h2 className={styles.day} data-date={formatDate(new Date(message.timestamp ?? NaN))}>
          <span>{day}</span>
        </h2>
      )}
      {isFirstNew && (
        <div className={styles.new} role="separator" aria-label={chatStrings.newMessages}>
          {chatStrings.newMessages}
        </div>
      )}
      <ErrorBoundary fallback={<p className={styles.note}>{chatStrings.brokenMessage}</p>}>
        <MessageItem
          entryKey={entryKey}
          message={message}
          isOwn={message.fromUserId === userId}
          isContinued={!isFirst && areJoined(previous, message)}
          isFollowed={!isLast && areJoined(message, next)}
          isArriving={isArriving}
        />
      </ErrorBoundary>
    </>
  );
});

interface Props {
  entries: Entry[];
  /** Index of the first entry that has a row. */
  start: number;
  firstNewKey: number | null;
  userId: number;
  today: number;
}

/** Returns undefined if the bubbles cannot join: a row renders again when `next` changes. */
function joinedNext(entries: Entry[], index: number, firstNewKey: number | null) {
  const next = entries[index + 1];
  const isJoined =
    next?.message.fromUserId === entries[index]?.message.fromUserId && next?.key !== firstNewKey;
  return isJoined ? next?.message : undefined;
}

/** The rows of the entries from `start` to the end. */
export function Rows({ entries, start, firstNewKey, userId, today }: Props) {
  return entries
    .slice(start)
    .map(({ key, message, status }, index) => (
      <MessageRow
        key={key}
        entryKey={key}
        message={message}
        previous={entries[start + index - 1]?.message}
        next={joinedNext(entries, start + index, firstNewKey)}
        isFirstNew={key === firstNewKey}
        isArriving={status === 'sent' && start + index === entries.length - 1}
        userId={userId}
        today={today}
      />
    ));
}
