import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Height in pixels up to which rows scroll one to one: browsers draw no element taller than about 17 million pixels. Above it rows move
 * faster than the scroll bar.
 */
const TALLEST = 8_000_000;
/** Rows drawn beyond the visible ones, and the step of the window. */
const STEP = 8;

interface ScrolledRows {
  /** Element as tall as all rows. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly height: number;
  readonly first: number;
  readonly last: number;
  /** Returns the pixels from the top of the box to a row. */
  readonly topOf: (row: number) => number;
  /** Scrolls until a row is visible. */
  readonly reveal: (row: number) => void;
}

/**
 * Keeps only the visible rows in the document, for rows whose scrolling element is an ancestor with `data-scrolls`.
 * @param count of all rows
 * @param rowHeight in pixels
 * @param covered pixels above and below that other elements cover
 */
export function useScrolledRows(count: number, rowHeight: number, covered: readonly [number, number]): ScrolledRows {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ from: 0, height: 800 });
  const full = count * rowHeight;
  const height = Math.min(full, TALLEST);
  const [above, below] = covered;

  useEffect(() => {
    const scroller = scrollerOf(box.current);
    if (scroller === undefined) return undefined;
    const measure = (): void => {
      const from = Math.max(0, scroller.getBoundingClientRect().top - (box.current?.getBoundingClientRect().top ?? 0));
      const step = STEP * rowHeight;
      setSeen((before) => {
        const next = { from: height < TALLEST ? Math.floor(from / step) * step : from, height: scroller.clientHeight };
        return next.from === before.from && next.height === before.height ? before : next;
      });
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    const watch = new ResizeObserver(measure);
    watch.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', measure);
      watch.disconnect();
    };
  }, [rowHeight, height]);

  const scale = full > TALLEST ? (full - seen.height) / (TALLEST - seen.height) : 1;
  const first = Math.max(0, Math.floor((seen.from * scale) / rowHeight) - STEP);
  const last = Math.min(count, Math.ceil((seen.from * scale + seen.height) / rowHeight) + 2 * STEP);
  const topOf = (row: number): number =>
    scale === 1 ? row * rowHeight : seen.from + row * rowHeight - seen.from * scale;

  const reveal = useCallback(
    (row: number) => {
      const scroller = scrollerOf(box.current);
      if (scroller === undefined || box.current === null) return;
      const offset = box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const top = offset + (row * rowHeight) / scale;
      if (top < above) scroller.scrollTop += top - above;
      else if (top + rowHeight > scroller.clientHeight - below) {
        scroller.scrollTop += top + rowHeight - scroller.clientHeight + below;
      }
    },
    [rowHeight, scale, above, below],
  );
  return { box, height, first, last, topOf, reveal };
}

function scrollerOf(element: HTMLElement | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[data-scrolls]') ?? undefined;
}
