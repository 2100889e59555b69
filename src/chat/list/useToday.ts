import { useEffect, useState } from 'react';

/** Returns the start of a day, in ms since 1970. */
const startOfDay = (daysFromToday: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromToday).getTime();
};

/** Longest time between two looks at the clock, in ms. Timers stand still while a computer sleeps. */
const MAX_INTERVAL = 60_000;

/** Returns the start of the current day, in ms since 1970. Updates at midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => startOfDay(0));
  useEffect(() => {
    const schedule = () =>
      setTimeout(
        () => {
          setToday(startOfDay(0));
          timer = schedule();
        },
        Math.min(startOfDay(1) - Date.now(), MAX_INTERVAL),
      );
    let timer = schedule();
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return today;
}
