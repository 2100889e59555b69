import { memo } from 'react';
import { formatDay } from '../message/days';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import type { Message } from '../../conversation/message';
import { strings } from '../../shared/strings';
import { MessageItem } from '../message/MessageItem';
import styles from './MessageList.module.css';

interface Props {
  message: Message;
  previous: Message | undefined;
  /** Whether this is the first message that arrived while the page was hidden. */
  isFirstNew: boolean;
  userId: number | undefined;
  /** Start of the current day, in ms since 1970. */
  today: number;
}

/** A message, under a heading if it is the first of its day (S2), and under a divider if it is new. */
export const MessageRow = memo(function MessageRow({
  message,
  previous,
  isFirstNew,
  userId,
  today,
}: Props) {
  const day = message.timestamp && formatDay(message.timestamp, today);
  const isNewDay =
    day !== null && day !== (previous?.timestamp && formatDay(previous.timestamp, today));
  return (
    <>
      {isNewDay && <h2 className={styles['day']}>{day}</h2>}
      {isFirstNew && (
        <div className={styles['new']} role="separator" aria-label={strings.newMessages}>
          {strings.newMessages}
        </div>
      )}
      <ErrorBoundary fallback={<p className={styles['note']}>{strings.brokenMessage}</p>}>
        <MessageItem
          message={message}
          isOwn={message.fromUserId === userId}
          isContinued={!isNewDay && !isFirstNew && previous?.fromUserId === message.fromUserId}
        />
      </ErrorBoundary>
    </>
  );
});
