import { type RefObject, useEffect, useEffectEvent } from 'react';
import { runLater } from '../../platform/timers';

/**
 * Time without a scroll or a resize, in ms, before the action. An action that adds rows during a
 * smooth scroll would make Chromium scroll too far.
 */
const IDLE_DELAY = 100;

/** When a list and its content have not moved for `IDLE_DELAY`, calls what `getAction` returns. */
export function useIdleList(
  listRef: RefObject<HTMLElement | null>,
  getAction: (list: HTMLElement) => (() => void) | undefined,
) {
  const getCurrentAction = useEffectEvent(getAction);
  useEffect(() => {
    const list = listRef.current;
    if (!list?.firstElementChild) return undefined;
    let cancel: (() => void) | undefined;
    const moved = () => {
      cancel?.();
      cancel = runLater(IDLE_DELAY, () => {
        // An unneeded frame would delay the paint of a message that arrives just then.
        if (!getCurrentAction(list)) return;
        // On a busy page, the timer can precede scroll events that are due. Frames report them first.
        const frame = requestAnimationFrame(() => getCurrentAction(list)?.());
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
