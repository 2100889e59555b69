import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useAppSelector } from '../../app/hooks';
import type { Entry } from '../../messages/merge/entry';
import { selectIsLoading } from '../../messages/messagesSlice';
import { ListScroller } from './listScroller';
import { useRowWindow } from './useRowWindow';

/**
 * The rows to render and the scrolling of the list, which scrolls to its end whenever messages change
 * (S2). Renders more rows when the customer rests near the first one.
 * @param entries a new array whenever messages change
 * @param listRef the element that scrolls; its only child holds the rows
 * @returns `start`: the index of the first row; `isFar`: whether the newest message is far away
 */
export function useListScroll(entries: Entry[], listRef: RefObject<HTMLElement | null>) {
  const isReady = !useAppSelector(selectIsLoading) || entries.length > 0;
  const isSelected = () => {
    const selection = document.getSelection();
    if (!listRef.current || selection?.isCollapsed !== false) return false;
    return selection.containsNode(listRef.current, true);
  };
  const { start, isWhole, addRows, showAll, showLast } = useRowWindow(entries, isReady, isSelected);
  const [isFar, setIsFar] = useState(false);
  const scroller = useRef<ListScroller>(null);
  const onReturn = useEffectEvent(() => {
    if (isWhole && !isSelected()) showLast();
  });
  // React can render once more even if the state is set to the same value.
  const onFar = useEffectEvent((far: boolean) => far !== isFar && setIsFar(far));
  const getAddRows = useEffectEvent(() => addRows);
  useLayoutEffect(() => {
    if (!listRef.current) return undefined;
    const created = new ListScroller(listRef.current, { onFar, onReturn, getAddRows });
    scroller.current = created;
    return () => created.stop();
  }, [listRef]);
  useLayoutEffect(() => {
    if (isReady) scroller.current?.follow();
  }, [entries, isReady]);
  return { start, isFar, showAll, showNewest: () => scroller.current?.scrollToEnd() };
}
