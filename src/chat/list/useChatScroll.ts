import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { correctSpace, findAnchor, holdAnchor, measureView } from './listSpace';
import {
  allRows,
  canExtendUp,
  headWindow,
  moveUp,
  type RowWindow,
  tailWindow,
  windowAfterScroll,
} from './rowWindow';
import {
  followMessages,
  initialPosition,
  recordScroll,
  type ScrollPosition,
  stayAtBottom,
} from './scrollPosition';
import { useWholeList } from './useWholeList';

/** Time without a scroll event, in ms, after which `scrollTop` may change. */
const REST_DELAY = 150;

function follow(position: ScrollPosition, list: HTMLElement, rows: RowWindow) {
  correctSpace(list, rows);
  // A smooth scroll shows rows from its start.
  const { above } = measureView(list);
  if (list.scrollTop < above) list.scrollTop = above;
  followMessages(position, list, performance.now());
}

/**
 * Renders only the rows near the viewport, and scrolls to the bottom whenever messages change (S2).
 * Rows keep normal layout, and space takes the place of the others (`listSpace`). A list at its
 * bottom stays there when an image loads late or the keyboard opens.
 * @param messages a new array whenever messages change
 * @param isReady false until there is something to scroll
 * @param listRef the element that scrolls
 * @param contentRef its child, with the rows as children
 * @returns the rendered rows, and a function that scrolls to the last message
 */
export function useChatScroll(
  messages: readonly unknown[],
  isReady: boolean,
  listRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
): { rows: RowWindow; showNewest: () => void } {
  const { length } = messages;
  const [state, setState] = useState({ messages, rows: tailWindow(length), isWhole: false });
  const { isWhole } = state;
  const isCurrent = state.messages === messages;
  let { rows } = state;
  if (!isCurrent) {
    rows = isWhole ? allRows(length) : tailWindow(length, state.rows, state.messages.length);
    setState({ messages, rows, isWhole });
  }
  const position = useRef({ ...initialPosition });
  /** The rows before all rows were rendered for printing. */
  const rowsBefore = useRef(rows);

  const showRows = (next: RowWindow, isNextWhole = false) => {
    const top = listRef.current?.scrollTop ?? 0;
    flushSync(() => {
      setState({ messages, rows: next, isWhole: isNextWhole });
    });
    // A change of `scrollTop` by the new rows is not a scroll of the customer.
    position.current.lastTop += (listRef.current?.scrollTop ?? 0) - top;
  };

  useWholeList({
    showAll: () => {
      rowsBefore.current = rows;
      showRows(allRows(length), true);
    },
    restore: () => {
      showRows(position.current.isAtBottom ? tailWindow(length) : rowsBefore.current);
      if (listRef.current) stayAtBottom(position.current, listRef.current);
    },
  });

  const showNewest = () => {
    const next = tailWindow(length, rows, length);
    showRows(next);
    if (listRef.current) follow(position.current, listRef.current, next);
  };

  /** Renders more rows if they do not fill the viewport, because no scroll event does so. */
  const fill = useEffectEvent((list: HTMLElement) => {
    if (canExtendUp(rows) && measureView(list).rendered <= list.clientHeight)
      setState({ messages, rows: moveUp(rows), isWhole });
  });

  const followRows = useEffectEvent((list: HTMLElement) => {
    follow(position.current, list, rows);
  });

  const onScroll = useEffectEvent((list: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = list;
    const movement = scrollTop - position.current.lastTop;
    const isEnd = scrollHeight - clientHeight - scrollTop <= 1;
    recordScroll(position.current, scrollTop, isEnd, rows.end === length);
    // All rows are rendered until the customer returns to the bottom.
    const isReturn = isEnd && movement > 0;
    if (isWhole && !isReturn) {
      position.current.lastTop = scrollTop;
      return;
    }
    const next = isWhole
      ? tailWindow(length)
      : windowAfterScroll(rows, length, measureView(list), movement);
    if (next.start !== rows.start || next.end !== rows.end) showRows(next);
    // Other rows have changed the space.
    const isBeginning = next.start === 0 && scrollTop < measureView(list).above + clientHeight;
    if (isBeginning) correctSpace(list, next);
    position.current.lastTop = list.scrollTop;
  });

  const onRest = useEffectEvent((list: HTMLElement) => {
    // Not `list.scrollTop`, which may include a scroll whose event is pending: `onScroll` would then
    // compute no movement.
    position.current.lastTop += correctSpace(list, rows);
  });

  /** By default, Home and End scroll to the ends of the space, whose rows are not rendered. */
  const onKeyDown = useEffectEvent((list: HTMLElement, event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const isHome = event.key === 'Home';
    showRows(isHome ? headWindow(length) : tailWindow(length, rows, length));
    list.scrollTop = isHome ? 0 : list.scrollHeight;
  });

  useLayoutEffect(() => {
    if (listRef.current) fill(listRef.current);
  }, [messages, rows, listRef]);

  useLayoutEffect(() => {
    if (isReady && listRef.current) followRows(listRef.current);
  }, [messages, isReady, listRef]);

  useLayoutEffect(() => {
    const list = listRef.current;
    const content = contentRef.current;
    if (!list || !content) return undefined;
    let frame: number;
    let rest: ReturnType<typeof setTimeout>;
    // WebKit has no scroll anchoring: rows would move when an image above them gets its height.
    const hasAnchoring = 'overflowAnchor' in document.documentElement.style;
    let anchor = findAnchor(list);
    const scrolled = () => {
      onScroll(list);
      anchor = findAnchor(list);
      // After a key press, Chromium scrolls once more before it draws the frame.
      frame = requestAnimationFrame(() => onScroll(list));
      clearTimeout(rest);
      rest = setTimeout(() => onRest(list), REST_DELAY);
    };
    const keyPressed = (event: KeyboardEvent) => onKeyDown(list, event);
    const observer = new ResizeObserver(() => {
      fill(list);
      stayAtBottom(position.current, list);
      if (!hasAnchoring && !position.current.isAtBottom) holdAnchor(list, anchor);
      anchor = findAnchor(list);
    });
    observer.observe(list);
    observer.observe(content);
    list.addEventListener('scroll', scrolled, { passive: true });
    list.addEventListener('keydown', keyPressed);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      observer.disconnect();
      list.removeEventListener('scroll', scrolled);
      list.removeEventListener('keydown', keyPressed);
    };
  }, [listRef, contentRef]);

  return { rows, showNewest };
}
