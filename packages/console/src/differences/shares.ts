import type { Comparison } from './use-comparison';

export type Field = Comparison['data'][number]['field'];

/** How often a value is there among the traces that are picked, and among the rest. */
export interface Share {
  readonly field: Field;
  /** null: without any. */
  readonly value: string | null;
  /** Traces with it. */
  readonly picked: number;
  readonly rest: number;
  /** From -1 to 1: the share among the picked ones without that among the rest. */
  readonly difference: number;
  /** Whether it is more than chance makes of so few traces: two standard errors. */
  readonly isClear: boolean;
}

const STANDARD_ERRORS = 2;

/** What a comparison answers, in its order: that with the greatest difference of share first. */
export const sharesOf = ({ data, meta }: Comparison): readonly Share[] =>
  data.map((each) => ({
    ...each,
    difference: each.picked / meta.picked - each.rest / meta.rest,
    isClear: isClear(each.picked, meta.picked, each.rest, meta.rest),
  }));

/** Values of one field that are shown at first. */
const MOST_OF_FIELD = 3;

/**
 * Differences that are shown at first: of each field the values that the picked traces have more often, and where there are none, the
 * first that they have less often. That other values are less often follows from those.
 * @param clear differences in the order of their size
 */
export function foremost(clear: readonly Share[]): readonly Share[] {
  const fieldsWithMore = new Set(clear.flatMap(({ field, difference }) => (difference > 0 ? [field] : [])));
  const shown = new Map<Field, number>();
  return clear.filter(({ field, difference }) => {
    const most = !fieldsWithMore.has(field) ? 1 : difference > 0 ? MOST_OF_FIELD : 0;
    const before = shown.get(field) ?? 0;
    if (before >= most) return false;
    shown.set(field, before + 1);
    return true;
  });
}

/** Whether two shares differ by more than their standard errors, with one added to each side, so that 2 of 2 are not all. */
function isClear(a: number, aOf: number, b: number, bOf: number): boolean {
  const [p, q] = [(a + 1) / (aOf + 2), (b + 1) / (bOf + 2)];
  const error = Math.sqrt((p * (1 - p)) / (aOf + 2) + (q * (1 - q)) / (bOf + 2));
  return Math.abs(p - q) > STANDARD_ERRORS * error;
}
