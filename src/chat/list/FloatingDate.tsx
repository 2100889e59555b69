import { type RefObject, useEffect, useRef, useState } from 'react';
import { runLater } from '../../platform/timers';
import { formatDay } from '../message/days';
import styles from './FloatingDate.module.css';
import { isNearEnd } from '../../ui/isNearEnd';
import { useScrollEvents } from './useScrollEvents';

/** Time after the last scroll event, in ms, after which the date fades. */
const FADE_DELAY = 1_500;
/** Height below the top of the list, in px, that the date covers. */
const COVERED_HEIGHT = 44;

interface Props {
  listRef: RefObject<HTMLElement | null>;
  /** Whether the list scrolls to its end by itself. */
  followingRef: RefObject<boolean>;
  today: number;
}

/** Returns the index of the first element that ends below a height. A binary search. */
function firstBelow(elements: HTMLCollection, height: number): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const isAbove = (elements.item(middle)?.getBoundingClientRect().bottom ?? 0) < height;
    if (isAbove) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the timestamp of the first row in view; null if it has none, or a heading is there. */
function timestampInView(list: HTMLElement): string | null {
  const { top } = list.getBoundingClientRect();
  const rows = list.firstElementChild?.children;
  if (!rows) return null;
  const first = firstBelow(rows, top);
  for (let index = first; index < rows.length; index += 1) {
    const row = rows.item(index);
    if (!row || row.getBoundingClientRect().top > top + COVERED_HEIGHT) break;
    if (row.tagName === 'H2') return null;
  }
  return rows.item(first)?.querySelector('time')?.dateTime ?? null;
}

/** The day of the first message in view, while scrolling. Screen readers read the day's heading. */
export function FloatingDate({ listRef, followingRef, today }: Props) {
  const [day, setDay] = useState<string | null>(null);
  const [isScrolling, setIsScrolling] = useState(false);
  const cancelFade = useRef<() => void>(undefined);

  useScrollEvents(listRef, (list) => {
    if (followingRef.current || (!isScrolling && isNearEnd(list))) return;
    const timestamp = timestampInView(list);
    setDay(timestamp === null ? null : formatDay(timestamp, today));
    setIsScrolling(true);
    cancelFade.current?.();
    cancelFade.current = runLater(FADE_DELAY, () => setIsScrolling(false));
  });
  useEffect(() => () => cancelFade.current?.(), []);

  return (
    <div className={styles.date} data-visible={isScrolling && day !== null} aria-hidden>
      {day}
    </div>
  );
}
