import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDay } from '../message/days';
import { timestampInView } from './dayInView';
import styles from './FloatingDate.module.css';
import { isFarFromBottom, useListScroll } from './useListScroll';

/** Time after the last scroll event, in ms, after which the date fades. */
const FADE_DELAY = 1_500;

interface Props {
  listRef: RefObject<HTMLElement | null>;
  contentRef: RefObject<HTMLElement | null>;
  /** Start of the current day, in ms since 1970. */
  today: number;
}

/**
 * The day of the first message in view, above the list while the customer scrolls. Hidden from
 * screen readers, which read the day's heading.
 */
export function FloatingDate({ listRef, contentRef, today }: Props) {
  const [day, setDay] = useState<string | null>(null);
  const [isScrolling, setIsScrolling] = useState(false);
  const lastTop = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useListScroll(listRef, (list) => {
    const isUp = list.scrollTop < lastTop.current;
    lastTop.current = list.scrollTop;
    const isAtBottom = list.scrollHeight - list.scrollTop - list.clientHeight <= 1;
    // The list also scrolls down by itself, to each new message.
    const isByCustomer = isScrolling || isFarFromBottom(list) || (isUp && !isAtBottom);
    if (!isByCustomer || !contentRef.current) return;
    const { top } = list.getBoundingClientRect();
    const timestamp = timestampInView(contentRef.current.children, top);
    setDay(timestamp === null ? null : formatDay(timestamp, today));
    setIsScrolling(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setIsScrolling(false);
    }, FADE_DELAY);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  return (
    <div className={styles.date} data-visible={isScrolling && day !== null} aria-hidden>
      {day}
    </div>
  );
}
