import { useEffect, useState } from 'react';
import { runLater } from '../../platform/timers';
import { startOfDay } from '../message/dates';

/** Maximum time between two readings of the clock, in ms. Timers stop while a computer sleeps. */
const MAX_INTERVAL = 60_000;

/** Returns the start of the current day, in ms since 1970. Updates at midnight. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const untilMidnight = startOfDay(now, 1) - Date.now();
    return runLater(Math.min(untilMidnight, MAX_INTERVAL), () => setNow(Date.now()));
  }, [now]);
  return startOfDay(now);
}
