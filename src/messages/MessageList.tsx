import { Fragment, useRef } from 'react';
import { useSelector } from 'react-redux';
import { dayOf } from '../common/days';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { strings } from '../common/strings';
import { useToday } from '../common/useToday';
import { selectUser } from '../session/sessionSlice';
import { OperatorPortrait } from './icons';
import { MessageItem } from './MessageItem';
import styles from './MessageList.module.css';
import { selectEntries, selectIsLoading } from './messagesSlice';
import { useBottom } from './useBottom';
import { useWindow } from './useWindow';

/** The conversation (spec 2): all messages in their order, each day under its heading. Rendered is what is near. */
export function MessageList() {
  const user = useSelector(selectUser);
  const entries = useSelector(selectEntries);
  const isLoading = useSelector(selectIsLoading);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { start, end } = useWindow(entries, scroller, content);
  const isReady = !isLoading || entries.length > 0;
  useBottom(entries, isReady, end === entries.length, scroller, content);
  const today = useToday();

  const rows = entries.slice(start, end).map(({ key, message }, index) => {
    const before = entries[start + index - 1]?.message;
    const day = message.timestamp && dayOf(message.timestamp, today);
    const isNewDay = day !== null && day !== (before?.timestamp && dayOf(before.timestamp, today));
    return (
      <Fragment key={key}>
        {isNewDay && <h2 className={styles['day']}>{day}</h2>}
        <ErrorBoundary fallback={<p className={styles['note']}>{strings.brokenMessage}</p>}>
          <MessageItem
            message={message}
            isOwn={message.fromUserId === user?.id}
            isContinued={!isNewDay && before?.fromUserId === message.fromUserId}
          />
        </ErrorBoundary>
      </Fragment>
    );
  });

  return (
    <main className={styles['main']}>
      <div
        ref={scroller}
        className={styles['list']}
        role="log"
        aria-label={strings.messageList}
        // The announcer says what is new, and only that.
        aria-live="off"
        aria-busy={isLoading}
        tabIndex={0}
      >
        <div ref={content} className={styles['content']} data-empty={entries.length === 0}>
          {isLoading && <p className={styles['note']}>{strings.loadingMessages}</p>}
          {!isLoading && entries.length === 0 && (
            <>
              <OperatorPortrait />
              <p className={styles['note']}>{strings.noMessages}</p>
            </>
          )}
          {rows}
        </div>
      </div>
    </main>
  );
}
