import type { KeyboardEvent, RefObject, UIEvent } from 'react';
import { isNearEnd } from '../../ui/isNearEnd';
import { scrollToEnd, useFollowing } from './useFollowing';
import { useIdleList } from './useIdleList';
import { hasSelection, useRowWindow } from './useRowWindow';

/**
 * The rows and the scrolling of a reversed column, whose scroll position counts from its end. The
 * browser keeps that position, so rows above the viewport come and grow without a movement. Renders
 * more rows when the customer rests near the first one, and all of them for Home.
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
  const { start, isWhole, showAll, addRows, showLast } = useRowWindow(messages, isReady, listRef);
  const { isFollowingRef, trackScroll } = useFollowing(messages, isReady, listRef);
  useIdleList(listRef, (list) => {
    const { scrollHeight, clientHeight, scrollTop } = list;
    // Chromium can drop a smooth scroll that begins while the previous one ends.
    if (isFollowingRef.current && !isNearEnd(list)) return () => scrollToEnd(list, true);
    const isNearFirst = scrollHeight - clientHeight + scrollTop < 2 * clientHeight;
    return start > 0 && isNearFirst ? addRows : undefined;
  });

  return {
    start,
    isFollowingRef,
    onScroll: ({ currentTarget: list }: UIEvent<HTMLElement>) => {
      if (trackScroll(list) && isWhole && !hasSelection(list)) showLast();
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
