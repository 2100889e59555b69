import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `onScroll` with the list at each of its scroll events. */
export function useListScroll(
  listRef: RefObject<HTMLElement | null>,
  onScroll: (list: HTMLElement) => void,
): void {
  const notify = useEffectEvent(onScroll);
  useEffect(() => {
    const list = listRef.current;
    if (!list) return undefined;
    const scrolled = () => notify(list);
    list.addEventListener('scroll', scrolled);
    return () => list.removeEventListener('scroll', scrolled);
  }, [listRef]);
}
