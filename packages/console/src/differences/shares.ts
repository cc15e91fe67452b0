import type { Comparison } from './use-comparison';

export type Field = Comparison['data'][number]['field'];

/** Shares of a value among the selected traces and among the rest. */
export interface Share {
  readonly field: Field;
  /** Value; null for traces without one. */
  readonly value: string | null;
  /** Selected traces with the value. */
  readonly picked: number;
  readonly rest: number;
  /** Share among the selected traces minus the share among the rest, -1 to 1. */
  readonly difference: number;
  /** Whether the difference exceeds chance for this number of traces: two standard errors. */
  readonly isClear: boolean;
}

const STANDARD_ERRORS = 2;

/** Converts the answer of a comparison, in its order: the greatest difference of shares first. */
export const sharesOf = ({ data, meta }: Comparison): readonly Share[] =>
  data.map((each) => ({
    ...each,
    difference: each.picked / meta.picked - each.rest / meta.rest,
    isClear: isClear(each.picked, meta.picked, each.rest, meta.rest),
  }));

/** Values of one field that are shown at first. */
const MAX_OF_FIELD = 3;

/**
 * Returns the differences that are shown at first: for each field the values that the selected traces have more often, or without any, the
 * first value they have less often. Other values that are less frequent follow from these.
 * @param clear differences in the order of their size
 */
export function foremost(clear: readonly Share[]): readonly Share[] {
  const fieldsWithMore = new Set(clear.flatMap(({ field, difference }) => (difference > 0 ? [field] : [])));
  const shown = new Map<Field, number>();
  return clear.filter(({ field, difference }) => {
    const most = !fieldsWithMore.has(field) ? 1 : difference > 0 ? MAX_OF_FIELD : 0;
    const before = shown.get(field) ?? 0;
    if (before >= most) return false;
    shown.set(field, before + 1);
    return true;
  });
}

/**
 * Returns whether two shares differ by more than their standard errors, with one trace added to each side, so that 2 of 2 do not count as
 * all.
 */
function isClear(a: number, aOf: number, b: number, bOf: number): boolean {
  const [p, q] = [(a + 1) / (aOf + 2), (b + 1) / (bOf + 2)];
  const error = Math.sqrt((p * (1 - p)) / (aOf + 2) + (q * (1 - q)) / (bOf + 2));
  return Math.abs(p - q) > STANDARD_ERRORS * error;
}
