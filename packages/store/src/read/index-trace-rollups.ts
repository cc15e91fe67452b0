import { SEGMENT_SIZE, USAGE_SUMS, positionsOf } from '../trace-index-format';
import type { StoredProject } from '../projects';
import type { Values } from './database';
import { isInMask, maskOf } from './index-plan-input';
import { isOf } from './index-sets';

/** Number of traces of a set, and its first and last segment. */
export interface SetSize {
  readonly traces: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Positions per match from which on a look-up of each match costs less than reading all trace rollups between the first and the last
 * (measured).
 */
const MIN_POSITIONS_PER_MATCH = 40;

/**
 * SQL, for `with`: `trace_rollup_sums`, the trace rollups of a set of traces, summed by day and model: `(day, model, traces, uses, …sums,
 * plain_observations, plain_uses)`. `plain_observations` have no model, tokens and cost; `plain_uses` is the number of traces with such
 * observations.
 * @param set rows `(segment, bitmap)` of segments in `trace_rollups`
 */
export function sumTraceRollups(
  project: StoredProject,
  set: string,
  { traces, first, last }: SetSize,
  { add }: Values,
): string {
  const sums = [...USAGE_SUMS, 'plain_observations'].map((column) => `sum(u.${column}) as ${column}`);
  const summed = (conditions: readonly string[]): string => `
    trace_rollup_sums as materialized (
      select u.day, u.model, sum(u.traces) as traces, count(u.model) as uses, ${sums.join(', ')},
        count(*) filter (where u.plain_observations <> 0) as plain_uses
      from sluice.trace_rollups u where ${[isOf('u', project), ...conditions].join(' and ')}
      group by 1, 2)`;
  if (traces * MIN_POSITIONS_PER_MATCH < (last - first + 1) * SEGMENT_SIZE) {
    return summed([
      `u.index_position = any(array(select o.index_position from ${positionsOf(set)} where o.nth <= o.n))`,
    ]);
  }
  const end = (segment: number): string => `${add(segment * SEGMENT_SIZE)}::integer`;
  const range = [`u.index_position >= ${end(first)}`, `u.index_position < ${end(last + 1)}`];
  return `${maskOf(project, set, 'trace_rollups')}, ${summed([...range, isInMask('u')])}`;
}
