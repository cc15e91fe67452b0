import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance from the visible part at which an element counts as visible, so that it is loaded before it is scrolled to. */
const MARGIN = '600px';

/** Attributes of a scrolling element: `{...SCROLLS}`. */
export const SCROLLS = { 'data-scrolls': true } as const;

/** Returns whether an element was ever near the visible part of its scrolling element. */
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
