import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { runLater } from '../../shared/timers';
import { contentOf, findAnchor, holdAnchor } from './listSpace';

/** Time without a scroll event, in ms, after which `scrollTop` may change. */
const REST_DELAY = 150;

interface Handlers {
  onScroll: (list: HTMLElement) => void;
  onRest: (list: HTMLElement) => void;
  onKeyDown: (list: HTMLElement, event: KeyboardEvent) => void;
  /**
   * Called before the frame in which the list or its content has another size.
   * @returns whether the list follows its bottom; otherwise the rows in view stay
   */
  onResize: (list: HTMLElement) => boolean;
}

/** Calls the handlers on events of the list. In WebKit, holds the rows in view in their place. */
export function useListEvents(listRef: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const current = useEffectEvent(() => handlers);

  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return undefined;
    // WebKit has no scroll anchoring: rows would move when an image above them gets its height.
    const hasAnchoring = 'overflowAnchor' in document.documentElement.style;
    const nextAnchor = () => (hasAnchoring ? undefined : findAnchor(list));
    let anchor = nextAnchor();
    let frame: number;
    let cancelRest: (() => void) | undefined;
    const scrolled = () => {
      current().onScroll(list);
      anchor = nextAnchor();
      // After a key press, Chromium scrolls once more before it draws the frame.
      frame = requestAnimationFrame(() => current().onScroll(list));
      cancelRest?.();
      cancelRest = runLater(REST_DELAY, () => current().onRest(list));
    };
    const keyPressed = (event: KeyboardEvent) => current().onKeyDown(list, event);
    const observer = new ResizeObserver(() => {
      if (!current().onResize(list)) holdAnchor(list, anchor);
      anchor = nextAnchor();
    });
    observer.observe(list);
    observer.observe(contentOf(list));
    list.addEventListener('scroll', scrolled, { passive: true });
    list.addEventListener('keydown', keyPressed);
    return () => {
      cancelAnimationFrame(frame);
      cancelRest?.();
      observer.disconnect();
      list.removeEventListener('scroll', scrolled);
      list.removeEventListener('keydown', keyPressed);
    };
  }, [listRef]);
}
