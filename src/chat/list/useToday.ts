import { useEffect, useState } from 'react';

/** Returns the start of a day, in ms since 1970. */
const startOfDay = (daysFromToday: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromToday).getTime();
};

/** Returns the start of the current day, in ms since 1970. Updates at midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => startOfDay(0));
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setToday(startOfDay(0));
      },
      startOfDay(1) - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [today]);
  return today;
}
