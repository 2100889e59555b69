import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { canExtendUp, headWindow, moveDown, moveUp, type RowWindow, tailWindow } from './rowWindow';
import {
  followMessages,
  initialPosition,
  keepInPlace,
  recordScroll,
  stayAtBottom,
} from './scrollPosition';

/** Distance from an end of the rendered rows, in viewport heights, below which rows are added. */
const OVERSCAN_VIEWPORTS = 2;

/**
 * Renders only the rows near the viewport, and scrolls to the bottom whenever messages change (S2).
 * Rows keep normal layout; scroll anchoring keeps the reading position. A list at its bottom stays
 * there when an image loads late or the keyboard opens.
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
  const [state, setState] = useState({ messages, rows: tailWindow(length) });
  const isCurrent = state.messages === messages;
  const rows = isCurrent ? state.rows : tailWindow(length, state.rows, state.messages.length);
  if (!isCurrent) setState({ messages, rows });

  const position = useRef({ ...initialPosition });
  /**
   * scrollTop at the last scroll event or change of rows. A resize does not update it: a taller
   * viewport lowers scrollTop and then needs rows above, as after scrolling up.
   */
  const rowsTop = useRef(0);

  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    // Rows that do not fill the viewport cannot be scrolled, so no scroll event would add more.
    if (canExtendUp(rows) && list.scrollHeight <= list.clientHeight)
      setState({ messages, rows: moveUp(rows) });
    // Scroll anchoring may have changed scrollTop, which must not count as user scrolling.
    rowsTop.current = list.scrollTop;
  }, [messages, rows, listRef]);

  useLayoutEffect(() => {
    if (isReady && listRef.current)
      followMessages(position.current, listRef.current, performance.now());
  }, [messages, isReady, listRef]);

  const showRows = (next: RowWindow) => {
    flushSync(() => {
      setState({ messages, rows: next });
    });
  };

  const showNewest = () => {
    showRows(tailWindow(length, rows, length));
    if (listRef.current) followMessages(position.current, listRef.current, performance.now());
  };

  const onScroll = useEffectEvent((list: HTMLElement, content: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = list;
    const below = scrollHeight - clientHeight - scrollTop;
    recordScroll(position.current, scrollTop, below <= 1, rows.end === length);
    const margin = OVERSCAN_VIEWPORTS * clientHeight;
    const isUp = scrollTop < rowsTop.current;
    const isDown = scrollTop > rowsTop.current;
    rowsTop.current = scrollTop;
    if (isUp && scrollTop <= margin && rows.start > 0) {
      keepInPlace(content.firstElementChild, list, () => showRows(moveUp(rows)));
      rowsTop.current = list.scrollTop;
    } else if (isDown && below <= margin && rows.end < length) {
      keepInPlace(content.lastElementChild, list, () => showRows(moveDown(rows, length)));
      rowsTop.current = list.scrollTop;
    }
  });

  /** By default, Home and End scroll to the ends of the rendered rows, not of the whole list. */
  const onKeyDown = useEffectEvent((list: HTMLElement, event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const isHome = event.key === 'Home';
    showRows(isHome ? headWindow(length) : tailWindow(length, rows, length));
    list.scrollTop = isHome ? 0 : list.scrollHeight;
  });

  useLayoutEffect(() => {
    const list = listRef.current;
    const content = contentRef.current;
    if (!list || !content) return undefined;
    const scrolled = () => onScroll(list, content);
    const keyPressed = (event: KeyboardEvent) => onKeyDown(list, event);
    const observer = new ResizeObserver(() => stayAtBottom(position.current, list));
    observer.observe(list);
    observer.observe(content);
    list.addEventListener('scroll', scrolled, { passive: true });
    list.addEventListener('keydown', keyPressed);
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', scrolled);
      list.removeEventListener('keydown', keyPressed);
    };
  }, [listRef, contentRef]);

  return { rows, showNewest };
}
