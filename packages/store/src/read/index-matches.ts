import { INDEX_FORMAT, NAME_LENGTH } from '../trace-index-format';
import type { StoredProject } from '../projects';
import type { Values } from './database';
import { isBelowFloor } from './project';
import type { TimeWindow, TraceFilter } from './trace';
import { type SetName, isOf, isOfLookup, setOf, setsOf } from './index-sets';

/** Returns whether index entries can test a filter: they lack the end of a long name. */
export const canUseIndex = ({ name = '' }: TraceFilter): boolean => name.length < NAME_LENGTH;

/** Limit of the dirty traces of a project: with more, reading each by its row costs more than reading all matches. */
const MAX_DIRTY_TRACES = 50_000;
/**
 * Limit of the new keys of the dirty queue, which have no index: with more, reading them for those of one project takes too long. The
 * indexer moves keys beyond one round to the dirty backlog, which has an index by project, so there are seldom more than some thousand.
 */
const MAX_NEW_DIRTY_TRACES = 200_000;

/**
 * SQL condition: the index is usable. Traces below the retention floor count as dirty. `from only` leaves out the backlog, a child table,
 * which is counted by its own index.
 */
export function usable(project: StoredProject): string {
  const boundedCount = (from: string): string =>
    `(select count(*) from (select from ${from} limit ${MAX_DIRTY_TRACES + 1}) c)`;
  const waiting = boundedCount(`sluice.trace_index_dirty_backlog b where ${isOf('b', project)}`);
  const hidden = boundedCount(`sluice.traces t where ${isBelowFloor(project)}`);
  const isWithinLimits = `(
    select count(*) <= ${MAX_NEW_DIRTY_TRACES} and count(*) filter (where ${isOf('m', project)}) + ${waiting} + ${hidden} <= ${MAX_DIRTY_TRACES}
    from (select m.project from only sluice.trace_index_dirty m limit ${MAX_NEW_DIRTY_TRACES + 1}) m)`;
  return `coalesce((select f.is_complete and f.format = ${INDEX_FORMAT} from sluice.trace_index_state f) and ${isWithinLimits}, false)`;
}

interface MatchesOptions {
  /** Further SQL conditions of `usable`. */
  readonly needs?: readonly string[];
  /** Windows as in `setsOf`. */
  readonly windows?: readonly TimeWindow[] | undefined;
  /** `clean` may contain dirty traces: an estimate need not look up their index positions. */
  readonly isRough?: boolean;
}

/**
 * SQL, for `with`: the matches in the trace index and the traces that are read by their rows, in one snapshot. All are empty if the index
 * is not usable.
 *
 * - `state (usable)`: whether the index is usable.
 * - `dirty_keys (key)`: traces to be tested by their rows: the dirty ones, and those below the retention floor.
 * - `clean (segment, bitmap)`: clean matches. In addition to it a set for each condition (`countOf`).
 * - `dirty_positions (segment, bitmap)`: index positions of the traces in `dirty_keys`; empty if `isRough`.
 *
 * @param project a known project
 */
export function indexMatches(
  project: StoredProject,
  filter: TraceFilter,
  values: Values,
  { needs = [], windows, isRough = false }: MatchesOptions = {},
): string {
  const sets = setsOf(project, filter, values, windows);
  const isUsable = '(select usable from state)';
  const dirtyPositions = setOf(`from dirty_keys c cross join lateral (
    select p.index_position from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.key = c.key offset 0) p`);
  return `
    state as materialized (select ${[usable(project), ...needs].join(' and ')} as usable),
    dirty_keys as materialized (${dirtyKeys(project)}),
    dirty_positions as materialized (${isRough ? 'select null::integer as segment, null::varbit as bitmap where false' : dirtyPositions}),
    ${sets.map(([name, set]) => `${setNamed(name)} as materialized (select segment, bitmap from (${set}) s where ${isUsable}),`).join('\n')}
    clean as materialized (
      select segment, bit_and(bitmap)::varbit as bitmap
      from (${sets.map(([name]) => `select segment, bitmap, 1 as sets from ${setNamed(name)} union all`).join(' ')} select segment, ~bitmap, 0 from dirty_positions) s
      group by segment having sum(sets) = ${sets.length})`;
}

/** SQL, after `state (usable)`: keys of the traces that are tested by their rows. */
export const dirtyKeys = (project: StoredProject): string => `
      select m.key from sluice.trace_index_dirty m where ${isOf('m', project)} and (select usable from state)
      union
      select key from (
        select t.id as key from sluice.traces t where ${isBelowFloor(project)} and (select usable from state)
        order by t.part limit ${MAX_DIRTY_TRACES}) t`;

const setNamed = (name: SetName): string => `set_${name}`;

/** SQL: number of traces in a set, after `indexMatches`. */
export const countOf = (name: SetName): string =>
  `(select coalesce(sum(bit_count(bitmap)), 0)::bigint from ${setNamed(name)})`;

/** SQL: rows of the segments of a set. */
export const segmentsOf = (name: SetName): string => `select segment from ${setNamed(name)}`;

/** SQL: number of clean matches, after `indexMatches`. */
export const CLEAN_COUNT = '(select coalesce(sum(bit_count(bitmap)), 0)::bigint from clean)';
