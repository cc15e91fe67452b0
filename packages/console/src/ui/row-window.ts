import { type RefObject, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Rows drawn beyond the visible ones, and the step of the window: a frame within a step draws nothing. */
const STEP = 8;

interface RowWindow {
  /** Scrolling element. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Rows to draw: `first` included, `last` excluded. */
  readonly first: number;
  readonly last: number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** Scrolls until a row is visible. */
  readonly reveal: (row: number) => void;
}

/**
 * Keeps only the rows near the visible part of a long list in the document; all rows have one height.
 * @param count of all rows
 * @param height of a row in pixels
 * @param header pixels of a sticky header at the top of the box
 */
export function useRowWindow(count: number, height: number, header = 0): RowWindow {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [seen, setSeen] = useState(40);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setSeen(Math.ceil(element.clientHeight / height));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [height]);

  const onScroll = useCallback(
    ({ currentTarget }: UIEvent<HTMLElement>) => setTop(Math.floor(currentTarget.scrollTop / height / STEP) * STEP),
    [height],
  );
  const reveal = useCallback(
    (row: number) => {
      const element = box.current;
      if (element === null || row < 0) return;
      const from = row * height;
      const below = from + height + header - element.clientHeight;
      if (from < element.scrollTop) element.scrollTop = from;
      else if (below > element.scrollTop) element.scrollTop = below;
    },
    [height, header],
  );
  return { box, first: Math.max(0, top - STEP), last: Math.min(count, top + seen + 2 * STEP), onScroll, reveal };
}
