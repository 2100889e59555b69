import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { runLater } from '../../platform/timers';
import { isNearEnd } from '../../ui/isNearEnd';
import { useWindowEvents } from '../../ui/useWindowEvents';

/** Rows of the first paint, and of the next one. */
const FIRST_ROWS = 20;
const INITIAL_ROWS = 60;
/** Rows added at a time. */
const MORE_ROWS = 200;
/** Time without a scroll, in ms, before rows are added. Chromium's animations would overshoot. */
const REST_DELAY = 100;
/** Interval between two changes of messages, in ms, below which the list scrolls instantly. */
export const BURST_INTERVAL = 100;

/** Also finds the F of a Cyrillic layout. */
const opensSearch = ({ key, code, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) =>
  key === 'F3' ||
  ((code === 'KeyF' || key.toLowerCase() === 'f') && (ctrlKey || metaKey) && !altKey);

function hasSelection(list: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(list, true);
}

function scrollToEnd(list: HTMLElement, isInstant = false) {
  const isStill = isInstant || matchMedia('(prefers-reduced-motion: reduce)').matches;
  list.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
}

/**
 * Scrolls to the end whenever messages change (S2). The list is there when it is first filled.
 * @returns `followingRef`, true while the list scrolls to its end by itself, and `trackReturn`, a
 *   handler of scroll events, which returns whether the customer came back to the end
 */
function useFollowing(
  messages: readonly unknown[],
  isReady: boolean,
  listRef: RefObject<HTMLElement | null>,
) {
  /** The last row at the last change, and the time of the change in ms. */
  const last = useRef<{ row: Element; at: number }>(null);
  const followingRef = useRef(false);
  const lastTop = useRef(0);
  useLayoutEffect(() => {
    const list = listRef.current;
    const row = list?.firstElementChild?.lastElementChild;
    if (!isReady || !list || !row) return;
    const { row: before = row, at = Infinity } = last.current ?? {};
    last.current = { row, at: performance.now() };
    const isBurst = last.current.at - at < BURST_INTERVAL;
    // The browser keeps a list at its end. Reading its position here would cost a layout.
    if (isBurst && lastTop.current > -1) return;
    followingRef.current = true;
    // The new rows are laid out already: a smooth scroll begins where the list was before them.
    if (!isBurst && before.isConnected)
      list.scrollTop -= row.getBoundingClientRect().bottom - before.getBoundingClientRect().bottom;
    // Otherwise this step would count as a scroll of the customer.
    lastTop.current = list.scrollTop;
    scrollToEnd(list, isBurst);
  }, [messages, isReady, listRef]);

  const trackReturn = (list: HTMLElement): boolean => {
    const isAway = list.scrollTop < lastTop.current;
    lastTop.current = list.scrollTop;
    const isReturn = isNearEnd(list) && !isAway && !followingRef.current;
    if (isAway || list.scrollTop > -1) followingRef.current = false;
    return isReturn;
  };
  return { followingRef, trackReturn };
}

/** Calls what `findAction` returns, when a list and its content have not moved for `REST_DELAY`. */
function useRest(
  listRef: RefObject<HTMLElement | null>,
  findAction: (list: HTMLElement) => (() => void) | undefined,
) {
  const actionFor = useEffectEvent(findAction);
  useEffect(() => {
    const list = listRef.current;
    if (!list?.firstElementChild) return undefined;
    let cancel: (() => void) | undefined;
    const moved = () => {
      cancel?.();
      cancel = runLater(REST_DELAY, () => {
        // An unneeded frame would delay the paint of a message that arrives just then.
        if (!actionFor(list)) return;
        // On a busy page, the timer can precede scroll events that are due. Frames report them first.
        const frame = requestAnimationFrame(() => actionFor(list)?.());
        cancel = () => cancelAnimationFrame(frame);
      });
    };
    const observer = new ResizeObserver(moved);
    observer.observe(list);
    observer.observe(list.firstElementChild);
    list.addEventListener('scroll', moved, { passive: true });
    return () => {
      cancel?.();
      observer.disconnect();
      list.removeEventListener('scroll', moved);
    };
  }, [listRef]);
}

/** Calls `onSelect` at each change of a selection that reaches into the list. */
function useSelection(listRef: RefObject<HTMLElement | null>, onSelect: () => void) {
  const notify = useEffectEvent(onSelect);
  useEffect(() => {
    const selected = () => {
      if (listRef.current && hasSelection(listRef.current)) notify();
    };
    document.addEventListener('selectionchange', selected);
    return () => document.removeEventListener('selectionchange', selected);
  }, [listRef]);
}

/**
 * The rows and the scrolling of a reversed column, whose scroll position counts from its end. The
 * browser keeps that position, so rows above the viewport come and grow without a movement.
 * Renders the last rows, more of them when the customer rests near the first one, and all of them
 * for a search, a print, Home and a selection, until the customer scrolls back to the end.
 * @param messages a new array whenever messages change
 * @param isReady false until there is something to scroll
 * @param listRef the element that scrolls; its only child holds the rows
 * @returns the index of the first row to render, whether the list scrolls by itself, the handlers
 *   of the list, and of the newest button
 */
export function useReversedList(
  messages: readonly unknown[],
  isReady: boolean,
  listRef: RefObject<HTMLElement | null>,
) {
  const initial = useDeferredValue(isReady ? INITIAL_ROWS : FIRST_ROWS);
  const [grown, setGrown] = useState({ messages, rows: 0 });
  const beforePrint = useRef(grown);
  const isWhole = grown.rows === Infinity;
  const rows = isWhole || grown.messages === messages ? grown.rows : 0;
  const start = Math.max(0, messages.length - initial - rows);
  const showAll = () => flushSync(() => setGrown({ messages, rows: Infinity }));
  const { followingRef, trackReturn } = useFollowing(messages, isReady, listRef);

  useRest(listRef, (list) => {
    const { scrollHeight, clientHeight, scrollTop } = list;
    // Chromium can drop a smooth scroll that begins while the previous one ends.
    if (followingRef.current && !isNearEnd(list)) return () => scrollToEnd(list, true);
    const isNearFirst = scrollHeight - clientHeight + scrollTop < 2 * clientHeight;
    return start > 0 && isNearFirst
      ? () => setGrown({ messages, rows: rows + MORE_ROWS })
      : undefined;
  });
  useSelection(listRef, () => {
    if (!isWhole) setGrown({ messages, rows: Infinity });
  });
  useWindowEvents({
    keydown: (event) => {
      if (opensSearch(event)) showAll();
    },
    beforeprint: () => {
      beforePrint.current = grown;
      showAll();
    },
    afterprint: () => setGrown(beforePrint.current),
  });

  return {
    start,
    followingRef,
    onScroll: ({ currentTarget: list }: UIEvent<HTMLElement>) => {
      if (trackReturn(list) && isWhole && !hasSelection(list)) setGrown({ messages, rows: 0 });
    },
    onKeyDown: ({ key, shiftKey, altKey }: KeyboardEvent) => {
      // With Shift, the browser extends the selection; with Alt, it opens the home page.
      if (key === 'Home' && !shiftKey && !altKey) showAll();
    },
    showNewest: () => {
      if (listRef.current) scrollToEnd(listRef.current);
    },
  };
}
