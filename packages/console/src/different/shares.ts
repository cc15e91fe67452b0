import type { ListedTrace } from '../api/types';

/** What traces are compared by, as the list answers it. */
export const FIELDS = ['name', 'model', 'userId', 'tags', 'release', 'version', 'environment'] as const;
export type Field = (typeof FIELDS)[number];

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

/** Every value of both, that with the greatest difference of share first. */
export function sharesOf(picked: readonly ListedTrace[], rest: readonly ListedTrace[]): readonly Share[] {
  if (picked.length === 0 || rest.length === 0) return [];
  return FIELDS.flatMap((field) => {
    const [among, others] = [countsOf(picked, field), countsOf(rest, field)];
    const values = new Set([...among.keys(), ...others.keys()]);
    return [...values].map((value): Share => {
      const [a, b] = [among.get(value) ?? 0, others.get(value) ?? 0];
      const difference = a / picked.length - b / rest.length;
      return { field, value, picked: a, rest: b, difference, isClear: isClear(a, picked.length, b, rest.length) };
    });
  }).sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
}

function countsOf(traces: readonly ListedTrace[], field: Field): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const trace of traces) {
    for (const value of valuesOf(trace, field)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function valuesOf(trace: ListedTrace, field: Field): readonly (string | null)[] {
  if (field === 'tags') return trace.tags.length === 0 ? [null] : [...new Set(trace.tags)];
  if (field !== 'model') return [trace[field]];
  const { models = [] } = trace;
  return models.length === 0 ? [null] : models;
}

/** Whether two shares differ by more than their standard errors, with one added to each side, so that 2 of 2 are not all. */
function isClear(a: number, aOf: number, b: number, bOf: number): boolean {
  const [p, q] = [(a + 1) / (aOf + 2), (b + 1) / (bOf + 2)];
  const error = Math.sqrt((p * (1 - p)) / (aOf + 2) + (q * (1 - q)) / (bOf + 2));
  return Math.abs(p - q) > STANDARD_ERRORS * error;
}
