import type { Micros } from '@sluice/record';
import type { TimeWindow } from './trace';

const DAY_MICROS = 86_400_000_000;

/** UTC days by their number since the epoch; half-open, a missing bound does not bound. */
export interface DayRange {
  readonly first?: number;
  readonly end?: number;
}

/** A time window as the whole days in it and the parts of days at its edges, which together make it up exactly. */
export interface WindowParts {
  /** Undefined where no whole day lies in the window. */
  readonly days: DayRange | undefined;
  readonly edges: readonly TimeWindow[];
}

/** Cuts a window at the UTC days. */
export function splitWindow(window: TimeWindow): WindowParts {
  const { from, before } = window;
  const first = from === undefined ? undefined : Math.ceil(from / DAY_MICROS);
  const end = before === undefined ? undefined : Math.floor(before / DAY_MICROS);
  if (first !== undefined && end !== undefined && first >= end) {
    return { days: undefined, edges: nonEmpty(window) };
  }
  return {
    days: { ...(first !== undefined && { first }), ...(end !== undefined && { end }) },
    edges: [
      ...(from === undefined || first === undefined ? [] : nonEmpty({ from, before: first * DAY_MICROS })),
      ...(before === undefined || end === undefined ? [] : nonEmpty({ from: end * DAY_MICROS, before })),
    ],
  };
}

function nonEmpty(window: TimeWindow): TimeWindow[] {
  const { from, before } = window;
  return from !== undefined && before !== undefined && from >= before ? [] : [window];
}

/** A UTC day as `2026-11-20`. */
export function dateOf(day: number): string {
  return new Date((day * DAY_MICROS) / 1000).toISOString().slice(0, 10);
}

/** The UTC day of a date as `dateOf` writes it; NaN for none. */
export function dayNumberOfDate(date: string | null | undefined): number {
  return (Date.parse(date ?? '') * 1000) / DAY_MICROS;
}

/** The UTC day of a time. */
export function dayNumber(time: Micros): number {
  return Math.floor(time / DAY_MICROS);
}
