import { Component, memo, type RefObject } from 'react';
import type { Entry } from '../../conversation/entries';
import type { Message } from '../../conversation/message';
import { chatStrings } from '../../shared/chatStrings';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { formatDay } from '../message/days';
import { MessageItem } from '../message/MessageItem';
import { type Placement, recordPlacement, restorePlacement } from './listSpace';
import styles from './MessageList.module.css';
import type { RowWindow } from './rowWindow';

interface RowProps {
  message: Message;
  previous: Message | undefined;
  /** The next message if its bubble joins this one. */
  next: Message | undefined;
  /** Whether this is the first message that arrived while the page was hidden. */
  isFirstNew: boolean;
  /** Whether the customer has just sent the message. */
  isArriving: boolean;
  userId: number;
  today: number;
}

/** Returns the heading of a message if it is the first of its day, otherwise null. */
function newDay({ timestamp }: Message, previous: Message | undefined, today: number) {
  const day = timestamp && formatDay(timestamp, today);
  return day === (previous?.timestamp && formatDay(previous.timestamp, today)) ? null : day;
}

/** A message, under a heading if it is the first of its day (S2), under a divider if it is new. */
const MessageRow = memo(function MessageRow(props: RowProps) {
  const { message, previous, next, isFirstNew, isArriving, userId, today } = props;
  const day = newDay(message, previous, today);
  return (
    <>
      {day !== null && <h2 className={styles.day}>{day}</h2>}
      {isFirstNew && (
        <div className={styles.new} role="separator" aria-label={chatStrings.newMessages}>
          {chatStrings.newMessages}
        </div>
      )}
      <ErrorBoundary fallback={<p className={styles.note}>{chatStrings.brokenMessage}</p>}>
        <MessageItem
          message={message}
          isOwn={message.fromUserId === userId}
          isContinued={day === null && !isFirstNew && previous?.fromUserId === message.fromUserId}
          isFollowed={next !== undefined && newDay(next, message, today) === null}
          isArriving={isArriving}
        />
      </ErrorBoundary>
    </>
  );
});

interface Props {
  listRef: RefObject<HTMLElement | null>;
  entries: Entry[];
  rows: RowWindow;
  firstNewKey: number | null;
  userId: number;
  today: number;
}

const showsEnd = ({ rows, entries }: Props) => rows.end === entries.length;

/** Returns undefined unless the bubbles join: a row renders again when `next` changes. */
function joinedNext(entries: Entry[], index: number, firstNewKey: number | null) {
  const next = entries[index + 1];
  const isJoined =
    next?.message.fromUserId === entries[index]?.message.fromUserId && next?.key !== firstNewKey;
  return isJoined ? next?.message : undefined;
}

/**
 * Renders the rows of the window, and keeps them where they are on the screen when others are
 * rendered or removed beside them. A class, because no hook runs before React changes the document.
 * Not in `MessageList`: its hooks set state while it renders, so its body runs twice.
 */
export class Rows extends Component<Props> {
  override getSnapshotBeforeUpdate(previous: Props): Placement | null {
    const list = this.props.listRef.current;
    // New rows at the end move no other row.
    const isAppended = previous.rows.start === this.props.rows.start;
    if (!list || (isAppended && showsEnd(previous) && showsEnd(this.props))) return null;
    return recordPlacement(list);
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Placement | null): void {
    const { listRef, rows, entries } = this.props;
    if (before && listRef.current) restorePlacement(listRef.current, before, rows, entries.length);
  }

  override render() {
    const { entries, rows, firstNewKey, userId, today } = this.props;
    return entries
      .slice(rows.start, rows.end)
      .map(({ key, message, status }, index) => (
        <MessageRow
          key={key}
          message={message}
          previous={entries[rows.start + index - 1]?.message}
          next={joinedNext(entries, rows.start + index, firstNewKey)}
          isFirstNew={key === firstNewKey}
          isArriving={status === 'sent' && rows.start + index === entries.length - 1}
          userId={userId}
          today={today}
        />
      ));
  }
}
