import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Messages that follow each other faster than this, in milliseconds, are too fast to glide after. */
const BURST = 100;

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where a list stands: at its bottom or on its way there, and its last known `scrollTop`. */
interface Position {
  isAtBottom: boolean;
  isGliding: boolean;
  lastTop: number;
}

function toBottom(list: HTMLElement, position: Position, isSmooth: boolean) {
  position.isAtBottom = true;
  position.isGliding = isSmooth;
  list.scrollTo({ top: list.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
  // Rows that went above have moved everything up, which is nobody's scrolling.
  position.lastTop = list.scrollTop;
}

/**
 * Keeps a list at its bottom (spec 2): at once when it is first filled, smoothly whenever `messages`
 * change (at once again while they pour in), and without a jump when a picture loads late or the
 * keyboard takes room. A reader who has scrolled up is left alone until messages change.
 * @param messages changes identity whenever messages change
 * @param isReady false until the first messages are there
 * @param isEndRendered false while there are messages below what is rendered
 * @param scroller the element that scrolls
 * @param content its child, with the rows as children
 */
export function useBottom(
  messages: unknown,
  isReady: boolean,
  isEndRendered: boolean,
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): void {
  const position = useRef<Position>({ isAtBottom: true, isGliding: false, lastTop: 0 });
  const wasReady = useRef(false);
  const changedAt = useRef(0);

  useLayoutEffect(() => {
    if (!isReady || !scroller.current) return;
    const now = performance.now();
    const isBurst = now - changedAt.current < BURST;
    changedAt.current = now;
    const isSmooth = wasReady.current && !isBurst && !prefersStillness();
    toBottom(scroller.current, position.current, isSmooth);
    wasReady.current = true;
  }, [messages, isReady, scroller]);

  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list || !content.current) return undefined;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = list;
      const { isAtBottom, isGliding, lastTop } = position.current;
      const isEnd = scrollHeight - clientHeight - scrollTop <= 1;
      const isUp = scrollTop < lastTop;
      position.current = {
        isAtBottom: isEnd ? isEndRendered : isAtBottom && !isUp,
        isGliding: isGliding && !isEnd && !isUp,
        lastTop: scrollTop,
      };
    };
    const observer = new ResizeObserver(() => {
      const { isAtBottom, isGliding } = position.current;
      if (isAtBottom) toBottom(list, position.current, isGliding);
    });
    observer.observe(list);
    observer.observe(content.current);
    list.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', onScroll);
    };
  }, [isEndRendered, scroller, content]);
}
