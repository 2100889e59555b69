import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Entry } from '../../messages/merge/entry';
import { ListScroller } from './listScroller';
import { hasSelection, useRowWindow } from './useRowWindow';

/**
 * The rows to render and the scrolling of the list, which scrolls to its end whenever messages change
 * (S2). Renders more rows when the customer rests near the first one.
 * @param entries a new array whenever messages change
 * @param isReady false while there is nothing to scroll
 * @param listRef the element that scrolls; its only child holds the rows
 * @returns `start`: the index of the first row; `isFar`: whether the newest message is far away;
 *   `isScrolling`: whether the customer scrolls
 */
export function useListScroll(
  entries: Entry[],
  isReady: boolean,
  listRef: RefObject<HTMLElement | null>,
) {
  const rows = useRowWindow(entries, isReady, listRef);
  const [isFar, setIsFar] = useState(false);
  const [isScrolling, setIsScrolling] = useState(false);
  const scroller = useRef<ListScroller>(null);
  const onReturn = useEffectEvent(() => {
    if (rows.isWhole && listRef.current && !hasSelection(listRef.current)) rows.showLast();
  });
  const getAddRows = useEffectEvent(() => rows.addRows);
  useLayoutEffect(() => {
    if (!listRef.current) return undefined;
    const events = { onFar: setIsFar, onScrolling: setIsScrolling, onReturn, getAddRows };
    const created = new ListScroller(listRef.current, events);
    scroller.current = created;
    return () => created.stop();
  }, [listRef]);
  useLayoutEffect(() => {
    if (isReady) scroller.current?.follow();
  }, [entries, isReady]);
  return {
    start: rows.start,
    isFar,
    isScrolling,
    showAll: rows.showAll,
    showNewest: () => scroller.current?.scrollToEnd(),
  };
}
