import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAppStore } from '../../app/hooks';
import { findEntry } from '../../messages/merge/visibleEntries';
import { selectRows } from '../../messages/messagesSlice';
import { runLater } from '../../platform/timers';
import { formatDay } from '../message/days';
import styles from './FloatingDate.module.css';
import { isNearEnd } from '../../ui/isNearEnd';
import { useListScroll } from './useListScroll';

/** Time after the last scroll event, in ms, after which the date fades. */
const FADE_DELAY = 1_500;
/** Distances from the top of the list, in px, behind the date. A heading is taller than their gaps. */
const PROBED = [1, 22, 43];

interface Props {
  listRef: RefObject<HTMLElement | null>;
  /** Whether the list scrolls to its end by itself. */
  isFollowingRef: RefObject<boolean>;
  today: number;
}

/** Returns the key of the first row behind the date; undefined if a heading or no row is there. */
function keyInView(list: HTMLElement): string | undefined {
  const { left, top, width } = list.getBoundingClientRect();
  const elements = PROBED.flatMap((y) => {
    const element = document.elementFromPoint(left + width / 2, top + y);
    return element?.closest<HTMLElement>('h2, [data-key]') ?? [];
  });
  const keys = elements.map(({ dataset }) => dataset.key);
  return keys.includes(undefined) ? undefined : keys[0];
}

/** The day of the first message in view, while scrolling. Screen readers read the day's heading. */
export function FloatingDate({ listRef, isFollowingRef, today }: Props) {
  const store = useAppStore();
  const [day, setDay] = useState<string | null>(null);
  const [isScrolling, setIsScrolling] = useState(false);
  const cancelFade = useRef<() => void>(undefined);

  useListScroll(listRef, isFollowingRef, (list) => {
    if (!isScrolling && isNearEnd(list)) return;
    const first = findEntry(selectRows(store.getState()), keyInView(list));
    setDay(first?.message.timestamp ? formatDay(first.message.timestamp, today) : null);
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
