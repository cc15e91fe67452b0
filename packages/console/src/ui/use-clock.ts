import { useEffect, useState } from 'react';

/** Returns `Date.now()`, updated at an interval. @param everyMs milliseconds; 0 for no updates */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
