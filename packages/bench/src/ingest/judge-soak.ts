import { medianInterval } from '../report/median-interval';

/** How often a figure of a long run may be what it was at first, before it counts as growing. */
export interface Bound {
  readonly factor: number;
  /** What it may be in any case: below that only chance tells. */
  readonly floor: number;
}

/** The share of a run in which it still fills caches and heaps. */
const SETTLING = 0.2;

/**
 * Whether a figure grows over a run: the median of the last third of its values is compared with that of the first third, once it
 * has settled. One high value is no growth.
 * @returns what is wrong, undefined where nothing is
 */
export function judgeGrowth(name: string, values: readonly number[], { factor, floor }: Bound): string | undefined {
  const settled = values.slice(Math.floor(values.length * SETTLING));
  const third = Math.ceil(settled.length / 3);
  const first = medianInterval(settled.slice(0, third)).median;
  const last = medianInterval(settled.slice(-third)).median;
  if (!(last > Math.max(first * factor, floor))) return undefined;
  return `${name} grows: ${first.toPrecision(3)} at first, ${last.toPrecision(3)} at last`;
}
