import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below and above the window something counts as seen: so it is there when it comes. */
const MARGIN = '600px';

/** Whether an element has come near the window, once and for all. */
export function useSeen<Element_ extends Element>(): readonly [ref: RefObject<Element_ | null>, isSeen: boolean] {
  const ref = useRef<Element_>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return undefined;
    const watch = new IntersectionObserver(
      (entries) => setIsSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      {
        rootMargin: MARGIN,
      },
    );
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
