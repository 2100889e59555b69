import { useCallback, useLayoutEffect, useRef } from 'react';

/** Messages that follow each other faster than this, in milliseconds, are too fast to glide after. */
const BURST = 100;

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Keeps a list at its bottom (spec 2): at once when it is first filled, smoothly whenever `messages`
 * change (at once again while they pour in), and without a jump when a picture loads late or the
 * keyboard takes room. A reader who has scrolled up is left alone until messages change.
 * @param messages changes identity whenever messages change
 * @param isReady false until the first messages are there
 * @returns refs for the scrolling element and for its content
 */
export function useBottom(messages: unknown, isReady: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtBottom = useRef(true);
  const isGliding = useRef(false);
  const lastTop = useRef(0);
  const wasReady = useRef(false);
  const changedAt = useRef(0);

  const toBottom = useCallback((isSmooth: boolean) => {
    isAtBottom.current = true;
    isGliding.current = isSmooth;
    scroller.current?.scrollTo({
      top: scroller.current.scrollHeight,
      behavior: isSmooth ? 'smooth' : 'instant',
    });
    // Rows that went above have moved everything up, which is nobody's scrolling.
    lastTop.current = scroller.current?.scrollTop ?? 0;
  }, []);

  useLayoutEffect(() => {
    if (!isReady) return;
    const now = performance.now();
    const isBurst = now - changedAt.current < BURST;
    changedAt.current = now;
    toBottom(wasReady.current && !isBurst && !prefersStillness());
    wasReady.current = true;
  }, [messages, isReady, toBottom]);

  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list || !content.current) return undefined;
    const onScroll = () => {
      const isUp = list.scrollTop < lastTop.current;
      const rest = list.scrollHeight - list.clientHeight - list.scrollTop;
      lastTop.current = list.scrollTop;
      if (rest <= 1) {
        isAtBottom.current = true;
        isGliding.current = false;
      } else if (isUp) {
        isAtBottom.current = false;
        isGliding.current = false;
      }
    };
    const observer = new ResizeObserver(() => {
      if (isAtBottom.current) toBottom(isGliding.current);
    });
    observer.observe(list);
    observer.observe(content.current);
    list.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', onScroll);
    };
  }, [toBottom]);

  return { scroller, content };
}
