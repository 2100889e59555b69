import { useRef } from 'react';
import { useAppSelector } from '../../services/redux';
import { strings } from '../../shared/strings';
import { useToday } from './useToday';
import { selectUser } from '../../session/sessionSlice';
import { OperatorPortrait } from '../../ui/icons';
import styles from './MessageList.module.css';
import { MessageRow } from './MessageRow';
import { selectEntries, selectIsLoading } from '../messagesSlice';
import { useChatScroll } from './useChatScroll';

/** The conversation (S2), each day under a heading. Renders only the rows near the viewport. */
export function MessageList() {
  const user = useAppSelector(selectUser);
  const entries = useAppSelector(selectEntries);
  const isLoading = useAppSelector(selectIsLoading);
  const listRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isReady = !isLoading || entries.length > 0;
  const { start, end } = useChatScroll(entries, isReady, listRef, contentRef);
  const today = useToday();

  return (
    <main className={styles['main']}>
      <div
        ref={listRef}
        className={styles['list']}
        role="log"
        aria-label={strings.messageList}
        // `Announcer` announces incoming messages; a live list would announce scrolled rows too.
        aria-live="off"
        aria-busy={isLoading}
        tabIndex={0}
      >
        <div ref={contentRef} className={styles['content']} data-empty={entries.length === 0}>
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
              previous={entries[start + index - 1]?.message}
              userId={user?.id}
              today={today}
            />
          ))}
        </div>
      </div>
    </main>
  );
}
