import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onScroll` with the list at each scroll event. While the list scrolls to its end by itself, only
 * at the last one, because layout reads disturb the scroll.
 */
export function useListScroll(
  listRef: RefObject<HTMLElement | null>,
  isFollowingRef: RefObject<boolean>,
  onScroll: (list: HTMLElement) => void,
): void {
  const notify = useEffectEvent(onScroll);
  useEffect(() => {
    const list = listRef.current;
    if (!list) return undefined;
    const scrolled = () => {
      if (!isFollowingRef.current) notify(list);
    };
    list.addEventListener('scroll', scrolled);
    return () => list.removeEventListener('scroll', scrolled);
  }, [listRef, isFollowingRef]);
}
