import { useRef } from 'react';
import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';
import { formatDate } from '../message/days';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { useToday } from './useToday';
import { selectCustomerNumber, selectUserId } from '../../session/sessionSlice';
import { copyMessages } from './copiedText';
import { FloatingDate } from './FloatingDate';
import styles from './MessageList.module.css';
import { NewestButton } from './NewestButton';
import { ListPlaceholder } from './ListPlaceholder';
import { selectFirstNewKey, selectIsLoading, selectRows } from '../../messages/messagesSlice';
import { Rows } from './Rows';
import { useReversedList } from './useReversedList';

/** The conversation (S2), each day under a heading. Renders only its last rows. */
export function MessageList() {
  const userId = useAppSelector(selectUserId);
  const entries = useAppSelector(selectRows);
  const isLoading = useAppSelector(selectIsLoading);
  const listRef = useRef<HTMLDivElement>(null);
  const isEmpty = entries.length === 0;
  const isReady = !isLoading || !isEmpty;
  const { start, isFollowingRef, showNewest, ...handlers } = useReversedList(
    entries,
    isReady,
    listRef,
  );
  const firstNewKey = useAppSelector(selectFirstNewKey);
  const today = useToday();
  const number = useAppSelector(selectCustomerNumber);
  useWindowEvents({ copy: (event) => copyMessages(event, entries, userId) });

  return (
    <main className={styles.main}>
      {!isEmpty && (
        <p className={styles.printed}>
          {[strings.title, number, formatDate(new Date(today))].filter(Boolean).join(' · ')}
        </p>
      )}
      <div
        ref={listRef}
        className={styles.list}
        role="log"
        aria-label={chatStrings.messageList}
        // `Announcer` announces incoming messages; a live list would announce scrolled rows too.
        aria-live="off"
        aria-busy={isLoading}
        tabIndex={0}
        {...handlers}
      >
        <div
          className={styles.content}
          data-state={!isEmpty ? 'full' : isLoading ? 'loading' : 'empty'}
        >
          <ListPlaceholder isEmpty={isEmpty} />
          <Rows
            entries={entries}
            start={start}
            firstNewKey={firstNewKey}
            userId={userId}
            today={today}
          />
        </div>
      </div>
      <FloatingDate listRef={listRef} isFollowingRef={isFollowingRef} today={today} />
      <NewestButton listRef={listRef} isFollowingRef={isFollowingRef} onPress={showNewest} />
    </main>
  );
}
