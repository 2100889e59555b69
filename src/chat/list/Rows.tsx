import { Component, type RefObject } from 'react';
import type { Entry } from '../../conversation/entries';
import { type Placement, recordPlacement, restorePlacement } from './listSpace';
import { MessageRow } from './MessageRow';
import type { RowWindow } from './rowWindow';

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
