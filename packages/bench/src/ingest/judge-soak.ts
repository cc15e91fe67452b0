import { medianInterval } from '../report/median-interval';

/** Maximum factor of a figure of a long run, beyond which it counts as growing. */
export interface Bound {
  readonly factor: number;
  /** Value up to which a figure may always grow, because smaller changes are chance. */
  readonly floor: number;
}

/** Share of a run in which caches and heaps are filled. */
const SETTLING = 0.2;

/**
 * Compares the median of the last third of the values with that of the first third, without the first fifth of the run. One high value is
 * no growth.
 * @returns what grows, or undefined
 */
export function judgeGrowth(name: string, values: readonly number[], { factor, floor }: Bound): string | undefined {
  const settled = values.slice(Math.floor(values.length * SETTLING));
  const third = Math.ceil(settled.length / 3);
  const first = medianInterval(settled.slice(0, third)).median;
  const last = medianInterval(settled.slice(-third)).median;
  if (!(last > Math.max(first * factor, floor))) return undefined;
  return `${name} grows: ${first.toPrecision(3)} at first, ${last.toPrecision(3)} at last`;
}
