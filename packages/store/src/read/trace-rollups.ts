import { SEGMENT_SIZE, onesOf } from '../trace-index';
import type { StoredProject } from '../projects';
import { SUMS } from './daily-statement';
import type { Values } from './database';
import { isInMask, maskOf } from './plan-input';
import { isOf } from './trace-sets';

/** How many traces a set has, and the buckets that it begins and ends with. */
export interface SetSize {
  readonly traces: number;
  readonly first: number;
  readonly last: number;
}

/** From one match in so many positions on, reading all usage between the first and the last costs less than a look-up each (measured). */
const SELECTIVE = 40;

/**
 * SQL, for `with`: `lined`, the usage by position of a set of traces, summed by day and model: `(day, model, traces, uses, …sums,
 * plain_observations, plain_uses)`. `plain_observations` have no model, tokens and cost; `plain_uses` are the traces that have such.
 * @param set rows `(bucket, bits)` of buckets that `position_usage` has
 */
export function usageByPosition(
  project: StoredProject,
  set: string,
  { traces, first, last }: SetSize,
  { add }: Values,
): string {
  const sums = [...SUMS, 'plain_observations'].map((column) => `sum(u.${column}) as ${column}`);
  const summed = (conditions: readonly string[]): string => `
    lined as materialized (
      select u.day, u.model, sum(u.traces) as traces, count(u.model) as uses, ${sums.join(', ')},
        count(*) filter (where u.plain_observations <> 0) as plain_uses
      from sluice.position_usage u where ${[isOf('u', project), ...conditions].join(' and ')}
      group by 1, 2)`;
  if (traces * SELECTIVE < (last - first + 1) * SEGMENT_SIZE) {
    return summed([`u.position = any(array(select o.position from ${onesOf(set)} where o.nth <= o.n))`]);
  }
  const end = (bucket: number): string => `${add(bucket * SEGMENT_SIZE)}::integer`;
  const range = [`u.position >= ${end(first)}`, `u.position < ${end(last + 1)}`];
  return `${maskOf(project, set, 'position_usage')}, ${summed([...range, isInMask('u')])}`;
}
