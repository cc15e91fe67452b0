import type { Micros } from '@sluice/record';
import type { TimeWindow } from './trace';

/** Range of hours or days, by their number since the epoch; half-open, unbounded without a bound. */
export interface PieceRange {
  readonly first?: number;
  readonly end?: number;
}

/** A time window split into its whole hours or days and the partial ones at its edges; together they equal the window. */
export interface CutWindow {
  /** Undefined if the window contains no whole one. */
  readonly whole: PieceRange | undefined;
  readonly edges: readonly TimeWindow[];
}

/** Cuts a window at UTC hours or days. @param width length of an hour or a day in microseconds */
export function cutWindow(window: TimeWindow, width: Micros): CutWindow {
  const { from, before } = window;
  const first = from === undefined ? undefined : Math.ceil(from / width);
  const end = before === undefined ? undefined : Math.floor(before / width);
  if (first !== undefined && end !== undefined && first >= end) {
    return { whole: undefined, edges: nonEmpty(window) };
  }
  return {
    whole: { ...(first !== undefined && { first }), ...(end !== undefined && { end }) },
    edges: [
      ...(from === undefined || first === undefined ? [] : nonEmpty({ from, before: first * width })),
      ...(before === undefined || end === undefined ? [] : nonEmpty({ from: end * width, before })),
    ],
  };
}

function nonEmpty(window: TimeWindow): TimeWindow[] {
  const { from, before } = window;
  return from !== undefined && before !== undefined && from >= before ? [] : [window];
}
