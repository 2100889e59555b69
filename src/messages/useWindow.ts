import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** So many rows are rendered at first, come or go at a time, and are rendered at most. */
const TAIL = 60;
const STEP = 40;
const LIMIT = 160;

/** Rows are kept ready this many heights of what is seen above and below it. */
const MARGIN = 2;

/** The rendered part of a list: the index of its first row, and that behind its last. */
interface Window {
  start: number;
  end: number;
}

/** The end of a list of a new length; a window that is there already grows with it for a while. */
function tailOf(length: number, { start, end }: Window, oldLength: number): Window {
  const isGrowing = end === oldLength && start < length && length - start <= LIMIT;
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
    };

    let lastTop = frame.scrollTop;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = frame;
      const rest = scrollHeight - clientHeight - scrollTop;
      const margin = Math.min(MARGIN * clientHeight, (scrollTop + rest) / 4);
      const isUp = scrollTop < lastTop;
      if (isUp && scrollTop <= margin && window.start > 0) {
        move(above(window), rows.firstElementChild);
      } else if (!isUp && rest <= margin && window.end < length) {
        move(below(window, length), rows.lastElementChild);
      }
      lastTop = frame.scrollTop;
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
