import { useRef } from 'react';
import type { Entry } from '../../conversation/entries';
import { useAppSelector } from '../../services/redux';
import { chatStrings } from '../../shared/chatStrings';
import { strings } from '../../shared/strings';
import { formatDate } from '../message/days';
import { useCustomerNumber } from '../../session/useCustomerNumber';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { useToday } from './useToday';
import { selectUser } from '../../session/sessionSlice';
import { copyMessages } from './copiedText';
import { FloatingDate } from './FloatingDate';
import { KeepInPlace } from './KeepInPlace';
import styles from './MessageList.module.css';
import { MessageRow } from './MessageRow';
import { NewestButton } from './NewestButton';
import { Placeholder } from './Placeholder';
import { selectVisibleEntries, selectIsLoading } from '../state/messagesSlice';
import type { RowWindow } from './rowWindow';
import { useChatScroll } from './useChatScroll';
import { useFirstNewKey } from './newMessages';

/**
 * Returns the next message if its bubble joins this one: same sender, no divider between them.
 * Otherwise returns undefined, because a row renders again when its next message changes.
 */
function joinedNext(entries: Entry[], index: number, firstNewKey: number | null) {
  const next = entries[index + 1];
  const isJoined =
    next?.message.fromUserId === entries[index]?.message.fromUserId && next?.key !== firstNewKey;
  return isJoined ? next?.message : undefined;
}

interface RowsProps {
  entries: Entry[];
  rows: RowWindow;
  firstNewKey: number | null;
  userId: number | undefined;
  today: number;
}

/** Creates the rows once. Hooks of `MessageList` set state while it renders, so its body runs twice. */
function Rows({ entries, rows: { start, end }, firstNewKey, userId, today }: RowsProps) {
  return entries
    .slice(start, end)
    .map(({ key, message, status }, index) => (
      <MessageRow
        key={key}
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

/** The conversation (S2), each day under a heading. Renders only the rows near the viewport. */
export function MessageList() {
  const user = useAppSelector(selectUser);
  const entries = useAppSelector(selectVisibleEntries);
  const isLoading = useAppSelector(selectIsLoading);
  const listRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isEmpty = entries.length === 0;
  const isReady = !isLoading || !isEmpty;
  const { rows, showNewest } = useChatScroll(entries, isReady, listRef, contentRef);
  const firstNewKey = useFirstNewKey(entries);
  const today = useToday();
  const number = useCustomerNumber();
  useWindowEvents({ copy: (event) => copyMessages(event, today) });

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
      >
        <div className={styles.space} />
        <div ref={contentRef} className={styles.content} data-empty={isReady && isEmpty}>
          <Placeholder isEmpty={isEmpty} />
          <KeepInPlace listRef={listRef} rows={rows} length={entries.length}>
            <Rows
              entries={entries}
              rows={rows}
              firstNewKey={firstNewKey}
              userId={user?.id}
              today={today}
            />
          </KeepInPlace>
        </div>
        <div className={styles.space} />
      </div>
      <FloatingDate listRef={listRef} contentRef={contentRef} today={today} />
      <NewestButton
        listRef={listRef}
        isRendered={rows.end === entries.length}
        onPress={showNewest}
      />
    </main>
  );
}
