import type { Micros } from '@sluice/record';
import type { TimeWindow } from './trace';

/** Hours, days or other pieces of time, by their number since the epoch; half-open, a missing bound does not bound. */
export interface PieceRange {
  readonly first?: number;
  readonly end?: number;
}

/** A time window as the whole pieces in it and the parts of pieces at its edges, which together make it up exactly. */
export interface CutWindow {
  /** Undefined where no whole piece lies in the window. */
  readonly whole: PieceRange | undefined;
  readonly edges: readonly TimeWindow[];
}

/** Cuts a window at UTC hours or days. @param width theirs, in microseconds */
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
