/** Range of bars; `end` may precede `anchor`. */
export interface Stretch {
  readonly anchor: number;
  readonly end: number;
}

export const firstOf = ({ anchor, end }: Stretch): number => Math.min(anchor, end);
export const lastOf = ({ anchor, end }: Stretch): number => Math.max(anchor, end);

/** Returns the index of the bar at a point, clamped to the first and last. @param x of the point @param width of all bars, in pixels */
export function barAt(x: number, width: number, bars: number): number {
  const at = Math.floor((x / Math.max(1, width)) * bars);
  return Math.min(bars - 1, Math.max(0, at));
}

/** Returns the bar to which a key moves the focus; undefined for any other key. */
export function barByKey(key: string, at: number, bars: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars - 1, PageUp: at - 10, PageDown: at + 10 }[key];
  return to === undefined ? undefined : Math.min(bars - 1, Math.max(0, to));
}
