import { type RefObject, useEffect, useEffectEvent } from 'react';
import { runLater } from '../../platform/timers';

/** Time without a scroll, in ms, before the action. It would end an animation of Chromium too far. */
const REST_DELAY = 100;

/** Calls what `whatToDo` returns when a list and its content have not moved for `REST_DELAY`. */
export function useRestingList(
  listRef: RefObject<HTMLElement | null>,
  whatToDo: (list: HTMLElement) => (() => void) | undefined,
) {
  const actionFor = useEffectEvent(whatToDo);
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
