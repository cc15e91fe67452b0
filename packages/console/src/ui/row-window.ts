import { type RefObject, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Rows that are drawn beyond what is seen, and the step in which the window moves: a frame without a step draws nothing. */
const STEP = 8;

interface RowWindow {
  /** Of the element that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The rows to draw: from `first` on, before `last`. */
  readonly first: number;
  readonly last: number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** Scrolls so that a row is seen. */
  readonly reveal: (row: number) => void;
}

/**
 * Which of many rows of one height are in the document.
 * @param count of all rows
 * @param height of a row in pixels
 * @param header pixels at the top of the box that stay there
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
