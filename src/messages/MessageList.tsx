import { useRef } from 'react';
import { useSelector } from 'react-redux';
import { strings } from '../common/strings';
import { useToday } from '../common/useToday';
import { selectUser } from '../session/sessionSlice';
import { OperatorPortrait } from './icons';
import styles from './MessageList.module.css';
import { MessageRow } from './MessageRow';
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
          {entries.slice(start, end).map(({ key, message }, index) => (
            <MessageRow
              key={key}
              message={message}
              before={entries[start + index - 1]?.message}
              userId={user?.id}
              today={today}
            />
          ))}
        </div>
      </div>
    </main>
  );
}
