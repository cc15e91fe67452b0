import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Extent } from './scale';
import type { Tree } from './tree';

/** How long zooming rests before it comes into the address, in milliseconds. */
const REST_MS = 200;

/** The time that all rows of a subtree take. @param root -1 for the whole trace */
function wholeOf(tree: Tree, root: number): Extent {
  const { from, to, end, span } = tree;
  if (root < 0) return { from: 0, to: span };
  const start = from[root] ?? 0;
  let last = start;
  for (let row = root; row < (end[root] ?? 0); row += 1) {
    const ends = to[row] ?? NaN;
    last = Math.max(last, Number.isNaN(ends) ? (from[row] ?? 0) : ends);
  }
  return { from: start, to: last };
}

interface Zoom {
  readonly whole: Extent;
  /** What is shown. */
  readonly extent: Extent;
  /** Shows another part; undefined: all. */
  readonly zoomTo: (extent: Extent | undefined) => void;
}

/** To microseconds: more digits would only make addresses long. */
const rounded = ({ from, to }: Extent): Extent => ({
  from: Math.floor(from * 1000) / 1000,
  to: Math.ceil(to * 1000) / 1000,
});

/** The part of the time that is shown: at once as it moves, and in the address when it rests. */
export function useZoom(tree: Tree, root: number, zoom: Extent | undefined, commit: (zoom?: Extent) => void): Zoom {
  const whole = useMemo(() => wholeOf(tree, root), [tree, root]);
  const settle = useEffectEvent(commit);
  const [moving, setMoving] = useState<{ readonly to: Extent | undefined }>();
  useEffect(() => {
    if (moving === undefined) return undefined;
    const timer = setTimeout(() => {
      settle(moving.to);
      setMoving(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moving]);
  const shown = moving === undefined ? zoom : moving.to;
  const zoomTo = (to: Extent | undefined): void =>
    setMoving({ to: to === undefined || (to.from <= whole.from && to.to >= whole.to) ? undefined : rounded(to) });
  return { whole, extent: shown ?? whole, zoomTo };
}
