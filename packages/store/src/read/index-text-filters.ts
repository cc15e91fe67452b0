import { EIGHTHS, EIGHTH_TRACES, eighthOf, eighthsWith } from '../text-filter-format';
import { dirtyKeys, usable } from './index-matches';
import { isOf, isOfLookup } from './index-sets';
import { type ProjectQueries, answeredId, isVisible } from './project';
import { where } from './trace-filter';

/** Traces to walk, the newest first. */
export interface WalkedTraces {
  /** SQL conditions on time and id of a trace: columns `"timestamp"` and `id` of an alias. */
  readonly conditions: (alias: string) => readonly string[];
  /** SQL: traces at most. */
  readonly limit: string;
  /** Bytes of which the filter of a text has a bit that contains what is searched; at least one. */
  readonly grams: readonly number[];
}

/**
 * SQL, for `with`: `state (usable)`, and `walked (key, index_position, id, "timestamp", may)`, the newest traces, of which those without
 * `may` cannot contain a text with the grams. A row has its key or its position in the index. All of one snapshot; nothing is walked if the
 * index is not usable. A statement that wants the first rows in order of time reads no more entries than these.
 */
export function walkFiltered(
  { project }: Pick<ProjectQueries, 'project'>,
  { conditions, limit, grams }: WalkedTraces,
): string {
  const isUsable = '(select usable from state)';
  return `
    state as materialized (select ${usable(project)} as usable),
    dirty_keys as materialized (${dirtyKeys(project)}),
    dirty_positions as materialized (
      select p.index_position from dirty_keys c cross join lateral (
        select p.index_position from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.key = c.key offset 0) p),
    ruled_out as materialized (
      select f.filter * ${EIGHTHS} + n as eighth, substring(f.unfiltered from n * ${EIGHTH_TRACES} + 1 for ${EIGHTH_TRACES}) as unfiltered
      from (select f.filter, f.unfiltered, ${eighthsWith('f.grams', grams)} as may from sluice.text_filters f
          where ${isOf('f', project)} and ${isUsable} offset 0) f
        cross join generate_series(0, ${EIGHTHS - 1}) n
      where f.may & (1 << n) = 0),
    unfiltered as materialized (
      select r.eighth * ${EIGHTH_TRACES} + n as index_position
      from ruled_out r cross join generate_series(0, ${EIGHTH_TRACES - 1}) n
      where bit_count(r.unfiltered) > 0 and get_bit(r.unfiltered, n) = 1),
    walked as not materialized (
      (select null::uuid as key, p.index_position, p.id, p."timestamp",
         ${eighthOf('p.index_position')} not in (select r.eighth from ruled_out r)
           or p.index_position in (select u.index_position from unfiltered u) as may
       from sluice.trace_index_entries p
       ${where([isOf('p', project), isUsable, 'p.index_position not in (select d.index_position from dirty_positions d)', ...conditions('p')])}
       order by p."timestamp" desc, p.id desc limit ${limit})
      union all
      (select t.key, null, t.id, t."timestamp", true
       from dirty_keys c cross join lateral (
         select t.id as key, ${answeredId(project)} as id, t."timestamp" from sluice.traces t where t.id = c.key and ${isVisible(project)} offset 0) t
       ${where(conditions('t'))}
       order by t."timestamp" desc, t.id desc limit ${limit})
    )`;
}

/** SQL: the key of a trace, a row `w` of `walked`. */
export const walkedKey = ({ project }: Pick<ProjectQueries, 'project'>): string => `coalesce(w.key, (
  select p.key from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.index_position = w.index_position))`;
