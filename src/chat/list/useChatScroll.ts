import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isNearEnd } from '../../ui/isNearEnd';
import { correctSpace, measureView } from './listSpace';
import {
  allRows,
  canExtendUp,
  headWindow,
  moveUp,
  type RowWindow,
  tailWindow,
  windowAfterScroll,
} from './rowWindow';
import { ScrollPosition } from './scrollPosition';
import { useListEvents } from './useListEvents';
import { useWholeList } from './useWholeList';

/** `showRows` renders rows at once; `fill` renders more rows if they do not fill the viewport. */
function useRowWindow(
  messages: readonly unknown[],
  listRef: RefObject<HTMLElement | null>,
  position: ScrollPosition,
) {
  const { length } = messages;
  const [state, setState] = useState({ messages, rows: tailWindow(length) });
  let { rows } = state;
  if (state.messages !== messages) {
    rows = rows.isWhole ? allRows(length) : tailWindow(length, rows, state.messages.length);
    setState({ messages, rows });
  }
  const showRows = (next: RowWindow) => {
    const top = listRef.current?.scrollTop ?? 0;
    flushSync(() => setState({ messages, rows: next }));
    // A change of `scrollTop` by the new rows is not a scroll of the customer.
    position.shift((listRef.current?.scrollTop ?? 0) - top);
  };
  const fill = () => {
    const list = listRef.current;
    if (list && canExtendUp(rows) && measureView(list).rendered <= list.clientHeight)
      setState({ messages, rows: moveUp(rows) });
  };
  // Rows that do not fill the viewport fire no scroll event. Appended rows need no measurement.
  const onRows = useEffectEvent(fill);
  useLayoutEffect(() => onRows(), [rows.start]);
  return { rows, showRows, fill };
}

function scrollToNewest(position: ScrollPosition, list: HTMLElement, rows: RowWindow) {
  correctSpace(list, rows);
  // A smooth scroll shows rows from its start.
  const { above } = measureView(list);
  if (list.scrollTop < above) list.scrollTop = above;
  position.scrollAfterChange(list, performance.now());
}

/** Records a scroll event. @returns the rows to render after it; `rows` itself for no change */
function rowsAfterScroll(
  position: ScrollPosition,
  list: HTMLElement,
  rows: RowWindow,
  length: number,
): RowWindow {
  const movement = list.scrollTop - position.lastTop;
  position.record(list, rows.end === length);
  const isReturn = rows.isWhole && movement > 0 && isNearEnd(list);
  if (isReturn) return tailWindow(length);
  return windowAfterScroll(rows, length, measureView(list), movement);
}

/** Returns whether the first row is rendered, and less than a screen above the viewport. */
function isNearBeginning(list: HTMLElement, { start }: RowWindow): boolean {
  const { above, top, height } = measureView(list);
  return start === 0 && top < above + height;
}

/**
 * Renders only the rows near the viewport, and scrolls to the bottom whenever messages change (S2).
 *
 * | event                            | rows                        | `scrollTop`                     |
 * | -------------------------------- | --------------------------- | ------------------------------- |
 * | messages change                  | the last ones, or all       | to the bottom                   |
 * | the newest button is pressed     | the last ones               | to the bottom                   |
 * | Home, End                        | the first or last ones      | to the beginning or the bottom  |
 * | scroll                           | those near the viewport     | with the space in the beginning |
 * | scroll to the bottom             | the last ones, if all were  | stays                           |
 * | 150 ms without a scroll          | stay                        | with the space if it was wrong  |
 * | resize of the list or its content| more if they do not fill it | to the bottom if it was there   |
 * | the customer searches or prints  | all                         | with the space                  |
 * | printing has ended               | as before                   | as before                       |
 *
 * "With the space" means: it changes by as much as the space above, so that no row moves.
 * @param messages a new array whenever messages change
 * @param isReady false until there is something to scroll
 * @param listRef the element that scrolls
 */
export function useChatScroll(
  messages: readonly unknown[],
  isReady: boolean,
  listRef: RefObject<HTMLElement | null>,
): { rows: RowWindow; showNewest: () => void } {
  const { length } = messages;
  const [position] = useState(() => new ScrollPosition());
  const { rows, showRows, fill } = useRowWindow(messages, listRef, position);

  const followRows = useEffectEvent((list: HTMLElement) => scrollToNewest(position, list, rows));
  useLayoutEffect(() => {
    if (isReady && listRef.current) followRows(listRef.current);
  }, [messages, isReady, listRef]);

  useListEvents(listRef, {
    onScroll: (list) => {
      const next = rowsAfterScroll(position, list, rows, length);
      if (next !== rows) showRows(next);
      if (isNearBeginning(list, next)) position.shift(correctSpace(list, next));
    },
    onRest: (list) => {
      // `list.scrollTop` may include a pending scroll, whose movement `onScroll` still needs.
      position.shift(correctSpace(list, rows));
    },
    // By default, Home and End scroll to the ends of the space, whose rows are not rendered.
    onKeyDown: (list, event) => {
      if (event.key === 'Home') showRows(headWindow(length));
      else if (event.key === 'End') showRows(tailWindow(length, rows, length));
      else return;
      event.preventDefault();
      list.scrollTop = event.key === 'Home' ? 0 : list.scrollHeight;
    },
    onResize: (list) => {
      fill();
      position.scrollAfterResize(list);
      return position.followsBottom;
    },
  });

  useWholeList(rows, {
    showAll: () => {
      // The event of the last scroll may be pending, so the recorded position may be old.
      if (listRef.current) position.record(listRef.current, rows.end === length);
      showRows(allRows(length));
    },
    restore: (before) => {
      showRows(position.followsBottom ? tailWindow(length) : before);
      if (listRef.current) position.scrollAfterResize(listRef.current);
    },
  });

  const showNewest = () => {
    const next = tailWindow(length, rows, length);
    showRows(next);
    if (listRef.current) scrollToNewest(position, listRef.current, next);
  };

  return { rows, showNewest };
}
