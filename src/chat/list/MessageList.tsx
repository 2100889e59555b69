import { useRef } from 'react';
import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';
import { formatDate } from '../message/dates';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { useToday } from './useToday';
import { selectCustomerNumber, selectUserId } from '../../session/sessionSlice';
import { copyMessages } from './copiedText';
import styles from './MessageList.module.css';
import { NewestButton } from './NewestButton';
import { ListPlaceholder } from './ListPlaceholder';
import { selectFirstNewKey, selectIsLoading, selectRows } from '../../messages/messagesSlice';
import { Rows } from './Rows';
import { useListScroll } from './useListScroll';

/** The conversation (S2), each day under a heading. Renders only its last rows. */
export function MessageList() {
  const userId = useAppSelector(selectUserId);
  const entries = useAppSelector(selectRows);
  const isLoading = useAppSelector(selectIsLoading);
  const listRef = useRef<HTMLDivElement>(null);
  const isEmpty = entries.length === 0;
  const isReady = !isLoading || !isEmpty;
  const { start, isFar, isScrolling, showAll, showNewest } = useListScroll(
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
          {[strings.title, number, formatDate(today)].filter(Boolean).join(' · ')}
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
        data-scrolling={isScrolling}
        tabIndex={0}
        onKeyDown={({ key, shiftKey, altKey }) => {
          // With Shift, the browser extends the selection; with Alt, it opens the home page.
          if (key === 'Home' && !shiftKey && !altKey) showAll();
        }}
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
      {isFar && <NewestButton listRef={listRef} onPress={showNewest} />}
    </main>
  );
}
