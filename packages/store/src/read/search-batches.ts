import type { Passed } from './search-scan';

/** Number of observations that are tested at once, by the time that the last ones took. */
export interface Pace {
  readonly observations: number;
  /** Sets the number after so many observations have taken so many milliseconds. */
  readonly took: (observations: number, milliseconds: number) => void;
}

/** Most that the number grows at once: the next texts may be longer. */
const GROWTH = 2;

/**
 * Creates a pace: tests last the milliseconds that `left` returns, however long the texts are.
 * @param first number of observations
 * @param most number of observations
 */
export function createPace(first: number, most: number, left: () => number): Pace {
  let observations = Math.max(1, Math.ceil(first));
  return {
    get observations() {
      return observations;
    },
    took(tested, milliseconds) {
      const inTime = Math.ceil((tested * left()) / Math.max(1, milliseconds));
      observations = Math.max(1, Math.min(most, GROWTH * observations, inTime));
    },
  };
}

/** Divides traces, in their order, into groups that have at most so many observations, or are one trace. */
export function* batchesOf(
  traces: readonly Passed[],
  observations: () => number,
): Generator<readonly Passed[], void, void> {
  for (let [start, end] = [0, 0]; start < traces.length; start = end) {
    let left = observations();
    do left -= weightOf(traces[end++]);
    while (end < traces.length && left >= weightOf(traces[end]));
    yield traces.slice(start, end);
  }
}

/** Number of observations of traces; one without any counts as one. */
export const observationsOf = (traces: readonly Passed[]): number =>
  traces.reduce((all, trace) => all + weightOf(trace), 0);

const weightOf = (trace: Passed | undefined): number => Math.max(1, trace?.observations ?? 0);
