import { useEffect, useState } from 'react';

/** The time, as `Date.now()` has it, and again every so many milliseconds. @param everyMs 0: it stands still */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
