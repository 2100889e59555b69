import { useEffect, useState } from 'react';

const startOfDay = (offset: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
};

/** The beginning of the present day on the customer's clock; a page left open sees the day change. */
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
