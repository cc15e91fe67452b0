import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Extent } from './scale';
import type { Tree } from './tree';

/** Idle time in milliseconds after which a zoom is written to the address. */
const REST_MS = 200;

/** Returns the time range of a subtree. @param root -1 for the whole trace */
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
  /** Time range that is shown. */
  readonly extent: Extent;
  /** Shows another range; undefined shows all. */
  readonly zoomTo: (extent: Extent | undefined) => void;
}

/** Rounds outwards to microseconds: more digits would only lengthen addresses. */
const rounded = ({ from, to }: Extent): Extent => ({
  from: Math.floor(from * 1000) / 1000,
  to: Math.ceil(to * 1000) / 1000,
});

/** Manages the shown time range: applied at once while it changes, written to the address when it is idle. */
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
