import { bucketBits, bucketOf, startOfBucket } from '../observation-index-format';
import type { StoredProject } from '../projects';
import { type Values, addTime } from './database';
import { usable } from './index-matches';
import { isOf } from './index-sets';
import { type WantedValues, wantedBits } from './index-wanted-values';
import type { TimeWindow } from './trace';

/** Buckets of a project beyond which hashes are not looked up: years of them, or times that senders made up. */
const MAX_BUCKETS = 5000;
/** Columns whose hashes are looked up, those with the fewest values. */
const MAX_COLUMNS = 4;

/**
 * SQL, for `with`: the traces of a window whose entries have one of the wanted values of each column.
 *
 * - `buckets (bucket)`: those of the entries that end in the window or after it, one step of their B-tree for each.
 * - `state (usable)`: whether the index is usable, and the buckets are all.
 * - `hashed (key)`: these traces, of which some may be dirty. Hashes are not visible to the planner, so that it uses their index whatever
 *   the statistics are.
 */
export function hashedTraces(
  project: StoredProject,
  { wanted, window: { from, before } }: { readonly wanted: readonly WantedValues[]; readonly window: TimeWindow },
  values: Values,
): string {
  const entries = `sluice.trace_index_observations x where ${isOf('x', project)} ${from === undefined ? '' : `and x.last >= ${addTime(values, from)}`}`;
  const rarest = wanted.toSorted((a, b) => a.values.length - b.values.length).slice(0, MAX_COLUMNS);
  const hashes = rarest.map(
    (each) => `x.hashes && array(
          select ${bucketBits('b.bucket')} | w.bits from buckets b cross join (${wantedBits(each, project, values)}) w (bits))`,
  );
  return `
    buckets as materialized (
      with recursive newest (last) as (
        (select x.last from ${entries} order by x.last desc limit 1)
        union all
        select x.last from newest n cross join lateral (
          select x.last from ${entries} and x.last < ${startOfBucket(bucketOf('n.last'))} order by x.last desc limit 1) x
      )
      select ${bucketOf('last')} as bucket from newest limit ${MAX_BUCKETS}),
    state as materialized (
      select ${usable(project)} and (select count(*) from buckets) < ${MAX_BUCKETS} as usable),
    hashed as materialized (
      select x.key from (
        select x.* from sluice.trace_index_observations x where ${hashes.join(' and ')} and (select usable from state) offset 0) x
      where ${isOf('x', project)} ${from === undefined ? '' : `and x.last >= ${addTime(values, from)}`} ${before === undefined ? '' : `and x.first < ${addTime(values, before)}`})`;
}
