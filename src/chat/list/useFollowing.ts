import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isNearEnd } from '../../ui/isNearEnd';

/** Interval between two changes of messages, in ms, below which the list scrolls instantly. */
export const BURST_INTERVAL = 100;

export function scrollToEnd(list: HTMLElement, isInstant = false) {
  const isStill = isInstant || matchMedia('(prefers-reduced-motion: reduce)').matches;
  list.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
}

/**
 * Scrolls to the end whenever messages change (S2). A list that is first filled is at its end already.
 * @returns `isFollowingRef`, true while the list scrolls to its end by itself, and `trackScroll`: call
 *   it at each scroll event; it returns whether the customer has come back to the end
 */
export function useFollowing(
  messages: readonly unknown[],
  isReady: boolean,
  listRef: RefObject<HTMLElement | null>,
) {
  /** The last row at the last change, and the time of the change in ms. */
  const last = useRef<{ row: Element; at: number }>(null);
  const isFollowingRef = useRef(false);
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
    isFollowingRef.current = true;
    // The new rows are laid out already: a smooth scroll begins where the list was before them.
    if (!isBurst && before.isConnected)
      list.scrollTop -= row.getBoundingClientRect().bottom - before.getBoundingClientRect().bottom;
    // Without this, the step would count as a scroll of the customer.
    lastTop.current = list.scrollTop;
    scrollToEnd(list, isBurst);
  }, [messages, isReady, listRef]);

  const trackScroll = (list: HTMLElement): boolean => {
    const { scrollTop } = list;
    const isAway = scrollTop < lastTop.current;
    const isReturn = !isAway && !isFollowingRef.current && isNearEnd(list);
    lastTop.current = scrollTop;
    if (isAway || scrollTop > -1) isFollowingRef.current = false;
    return isReturn;
  };
  return { isFollowingRef, trackScroll };
}
