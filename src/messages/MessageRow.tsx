import { memo } from 'react';
import { dayOf } from '../common/days';
import { ErrorBoundary } from '../common/ErrorBoundary';
import type { Message } from '../common/message';
import { strings } from '../common/strings';
import { MessageItem } from './MessageItem';
import styles from './MessageList.module.css';

interface Props {
  message: Message;
  /** The message before it, if there is one. */
  before: Message | undefined;
  userId: number | undefined;
  /** Milliseconds since 1970. */
  today: number;
}

/** A message in the list, under the heading of its day where it begins one (spec 2). */
export const MessageRow = memo(function MessageRow({ message, before, userId, today }: Props) {
  const day = message.timestamp && dayOf(message.timestamp, today);
  const isNewDay = day !== null && day !== (before?.timestamp && dayOf(before.timestamp, today));
  return (
    <>
      {isNewDay && <h2 className={styles['day']}>{day}</h2>}
      <ErrorBoundary fallback={<p className={styles['note']}>{strings.brokenMessage}</p>}>
        <MessageItem
          message={message}
          isOwn={message.fromUserId === userId}
          isContinued={!isNewDay && before?.fromUserId === message.fromUserId}
        />
      </ErrorBoundary>
    </>
  );
});
