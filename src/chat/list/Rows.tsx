import { Component, type ReactNode, type RefObject } from 'react';
import { type Placement, recordPlacement, restorePlacement } from './listSpace';
import type { RowWindow } from './rowWindow';

interface Props {
  /** The element that scrolls. */
  listRef: RefObject<HTMLElement | null>;
  rows: RowWindow;
  /** The number of rows in the whole list. */
  length: number;
  children: ReactNode;
}

const showsEnd = ({ rows, length }: Props) => rows.end === length;

/**
 * Keeps the rows where they are on the screen when rows are rendered or removed beside them. A
 * class, because no hook runs before React changes the document.
 */
export class KeepInPlace extends Component<Props> {
  override getSnapshotBeforeUpdate(previous: Props): Placement | null {
    const list = this.props.listRef.current;
    // New rows at the end move no other row.
    const isAppended = previous.rows.start === this.props.rows.start;
    if (!list || (isAppended && showsEnd(previous) && showsEnd(this.props))) return null;
    return recordPlacement(list);
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Placement | null): void {
    const { listRef, rows, length } = this.props;
    if (before && listRef.current) restorePlacement(listRef.current, before, rows, length);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
