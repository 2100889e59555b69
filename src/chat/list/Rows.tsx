import { type ComponentProps, memo } from 'react';
import { useAppSelector } from '../../app/hooks';
import type { Entry } from '../../messages/merge/entry';
import { selectFirstNewKey } from '../../messages/messagesSlice';
import { selectUserId } from '../../session/sessionSlice';
import { chatStrings } from '../../ui/chatStrings';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { formatDate, formatDay } from '../message/dates';
import { MessageItem } from '../message/MessageItem';
import { areJoined, groupByDay } from './grouping';
import styles from './MessageList.module.css';
import { FIRST_ROWS } from './useRowWindow';

interface RowProps extends ComponentProps<typeof MessageItem> {
  /** Whether this is the first message that is new to the customer. */
  isFirstNew: boolean;
}

/** A message (S2), under a divider if it is new. */
const MessageRow = memo(function MessageRow({ isFirstNew, ...item }: RowProps) {
  return (
    <>
      {isFirstNew && (
        <div className={styles.new} role="separator" aria-label={chatStrings.newMessages}>
          {chatStrings.newMessages}
        </div>
      )}
      <ErrorBoundary fallback={<p className={styles.note}>{chatStrings.brokenMessage}</p>}>
        <MessageItem {...item} />
      </ErrorBoundary>
    </>
  );
});

interface Props {
  entries: Entry[];
  /** Index of the first entry that has a row. */
  start: number;
  today: number;
}

/** The rows of the entries from `start` to the end, each day under a heading. */
export const Rows = memo(function Rows({ entries, start, today }: Props) {
  const firstNewKey = useAppSelector(selectFirstNewKey);
  const userId = useAppSelector(selectUserId);
  // The first paint lacks the first day's heading, whose font would delay it.
  const isFirstPaint = start > 0 && entries.length - start <= FIRST_ROWS;
  return groupByDay(entries.slice(start)).map(({ day, items }, dayIndex) => (
    <section key={day}>
      {day !== null && !(isFirstPaint && dayIndex === 0) && (
        <h2 className={styles.day} data-date={formatDate(day)}>
          <span>{formatDay(day, today)}</span>
        </h2>
      )}
      {items.map((entry, index) => (
        <MessageRow
          key={entry.key}
          entryKey={entry.key}
          message={entry.message}
          isFirstNew={entry.key === firstNewKey}
          isOwn={entry.message.fromUserId === userId}
          isContinued={areJoined(items[index - 1], entry, firstNewKey)}
          isFollowed={areJoined(entry, items[index + 1], firstNewKey)}
          isArriving={entry.status === 'sent' && entry === entries.at(-1)}
        />
      ))}
    </section>
  ));
});
