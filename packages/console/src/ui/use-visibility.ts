import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below and above what is seen something counts as seen as well: so it is there when it comes. */
const MARGIN = '600px';

/** Marks the element that scrolls: `{...SCROLLS}`. */
export const SCROLLS = { 'data-scrolls': true } as const;

/** Whether an element has come near the seen part of the element that scrolls, once and for all. */
export function useSeen<Element_ extends Element>(): readonly [ref: RefObject<Element_ | null>, isSeen: boolean] {
  const ref = useRef<Element_>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return undefined;
    const watch = new IntersectionObserver(
      (entries) => setIsSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      {
        root: ref.current.closest('[data-scrolls]'),
        rootMargin: MARGIN,
      },
    );
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
