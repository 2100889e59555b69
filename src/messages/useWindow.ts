import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TAIL } from '../common/constants';

/** So many rows come or go at a time, and are rendered at most. */
const STEP = 16;
const LIMIT = 160;

/** Rows are kept ready this many heights of what is seen above and below it. */
const MARGIN = 2;

/** The rendered part of a list: the index of its first row, and that behind its last. */
interface Window {
  start: number;
  end: number;
}

/**
 * The end of a list of a new length. A window that is there already grows with it for a while, unless
 * so much has come at once that what was there is out of sight anyway.
 */
function tailOf(length: number, { start, end }: Window, oldLength: number): Window {
  const added = length - oldLength;
  const isGrowing = end === oldLength && added < TAIL && start < length && length - start <= LIMIT;
  return { start: isGrowing ? start : Math.max(0, length - TAIL), end: length };
}

const above = ({ start, end }: Window): Window => {
  const first = Math.max(0, start - STEP);
  return { start: first, end: Math.min(end, first + LIMIT) };
};

const below = ({ start, end }: Window, length: number): Window => {
  const last = Math.min(length, end + STEP);
  return { start: Math.max(start, last - LIMIT), end: last };
};

/**
 * Renders of a long list what is around the part that is seen, and no more. Rows stand in the page as
 * they are; the browser keeps in its place what is being read. Whenever the list changes the window is
 * at its end, where the list scrolls to.
 * @param list changes identity whenever something in it changes
 * @param scroller the element that scrolls
 * @param content its child, with the rows as children
 */
export function useWindow(
  list: readonly unknown[],
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Window {
  const { length } = list;
  const [state, setState] = useState({ list, window: tailOf(length, { start: 0, end: 0 }, 0) });
  const { window } =
    state.list === list ? state : { window: tailOf(length, state.window, state.list.length) };
  if (state.list !== list) setState({ list, window });
  const lastTop = useRef(0);

  useLayoutEffect(() => {
    const frame = scroller.current;
    const rows = content.current;
    if (!frame || !rows) return undefined;

    const show = (next: Window) => {
      flushSync(() => {
        setState({ list, window: next });
      });
    };
    /** Moves the window, and what is read stays where it is: also at the very top, and in Safari. */
    const move = (next: Window, kept: Element | null) => {
      const before = kept?.getBoundingClientRect().top ?? 0;
      show(next);
      const moved = (kept?.getBoundingClientRect().top ?? 0) - before;
      if (Math.abs(moved) >= 1) frame.scrollTop += moved;
      // The browser may have kept it in place by scrolling, which is nobody's way up or down.
      lastTop.current = frame.scrollTop;
    };

    // Where the rows leave room, as on a very high screen, there is no scrolling that could bring more.
    const mayGrow = window.start > 0 && window.end - window.start < LIMIT;
    if (mayGrow && frame.scrollHeight <= frame.clientHeight) {
      setState({ list, window: above(window) });
    }
    // Wherever the list has been taken meanwhile, that was nobody's way up or down.
    lastTop.current = frame.scrollTop;

    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = frame;
      const wasAt = lastTop.current;
      lastTop.current = scrollTop;
      const margin = MARGIN * clientHeight;
      const isEndNear = scrollHeight - clientHeight - scrollTop <= margin;
      if (scrollTop < wasAt && scrollTop <= margin && window.start > 0) {
        move(above(window), rows.firstElementChild);
      } else if (scrollTop > wasAt && isEndNear && window.end < length) {
        move(below(window, length), rows.lastElementChild);
      }
    };
    /** These keys mean the ends of the whole list, not of what is rendered. */
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Home' && event.key !== 'End') return;
      event.preventDefault();
      const isHome = event.key === 'Home';
      show(isHome ? { start: 0, end: Math.min(length, TAIL) } : tailOf(length, window, length));
      frame.scrollTop = isHome ? 0 : frame.scrollHeight;
    };
    frame.addEventListener('scroll', onScroll, { passive: true });
    frame.addEventListener('keydown', onKeyDown);
    return () => {
      frame.removeEventListener('scroll', onScroll);
      frame.removeEventListener('keydown', onKeyDown);
    };
  }, [list, length, window, scroller, content]);

  return window;
}
