import { useRef } from 'react';
import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { Icon } from '../../ui/Icon';
import { keepFocus } from '../../ui/keepFocus';
import { strings } from '../../ui/strings';
import { formatDate } from '../message/dates';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { useToday } from './useToday';
import { selectCustomerNumber, selectUserId } from '../../session/sessionSlice';
import { copyMessages } from './copiedText';
import styles from './MessageList.module.css';
import { ListPlaceholder } from './ListPlaceholder';
import { selectIsLoading, selectRows } from '../../messages/messagesSlice';
import { Rows } from './Rows';
import { useListScroll } from './useListScroll';

/** The conversation (S2), each day under a heading. Renders only its last rows. */
export function MessageList() {
  const userId = useAppSelector(selectUserId);
  const entries = useAppSelector(selectRows);
  const isLoading = useAppSelector(selectIsLoading);
  const listRef = useRef<HTMLDivElement>(null);
  const isEmpty = entries.length === 0;
  const { start, isFar, showAll, showNewest } = useListScroll(entries, listRef);
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
          <Rows entries={entries} start={start} today={today} />
        </div>
      </div>
      {isFar && (
        <IconButton
          className={styles.newest}
          label={chatStrings.newestMessage}
          onClick={({ currentTarget }) => {
            // The button unmounts and loses the keyboard's focus.
            if (currentTarget.matches(':focus')) listRef.current?.focus({ preventScroll: true });
            showNewest();
          }}
          onPointerDown={keepFocus}
        >
          <Icon name="arrow-down" />
        </IconButton>
      )}
    </main>
  );
}
