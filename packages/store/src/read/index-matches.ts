import { NAME_LENGTH } from '../trace-index';
import type { StoredProject } from '../projects';
import type { Values } from './database';
import { isBelowFloor } from './project';
import type { TimeWindow, TraceFilter } from './trace';
import { type SetName, isOf, isTheOne, setOf, setsOf } from './trace-sets';

/** Whether places have all that a filter asks for: they have not all of a long name. */
export const isIndexed = ({ name = '' }: TraceFilter): boolean => name.length < NAME_LENGTH;

/** With more marks than this, reading every marked trace by itself costs more than reading all that match. */
const MAX_DIRTY_TRACES = 50_000;
/**
 * Marks that have just come lie together: with more than this, looking through them for those of one project takes too long. The fold
 * moves what it does not fold at once to the backlog, which has an index by project, so seldom there are more than some thousand.
 */
const MAX_NEW_DIRTY_TRACES = 200_000;

/** SQL, true or false: places are there, and few enough traces have to be looked at by themselves. */
export function usable(project: StoredProject): string {
  const boundedCount = (from: string): string =>
    `(select count(*) from (select from ${from} limit ${MAX_DIRTY_TRACES + 1}) c)`;
  const waiting = boundedCount(`sluice.trace_backlog b where ${isOf('b', project)}`);
  const hidden = boundedCount(`sluice.traces t where ${isBelowFloor(project)}`);
  const areFew = `(
    select count(*) <= ${MAX_NEW_DIRTY_TRACES} and count(*) filter (where ${isOf('m', project)}) + ${waiting} + ${hidden} <= ${MAX_DIRTY_TRACES}
    from (select m.project from only sluice.trace_changes m limit ${MAX_NEW_DIRTY_TRACES + 1}) m)`;
  return `coalesce((select f.built from sluice.trace_fold f) and ${areFew}, false)`;
}

interface MatchesOptions {
  /** Further conditions of use, SQL. */
  readonly needs?: readonly string[];
  /** As of `setsOf`. */
  readonly windows?: readonly TimeWindow[] | undefined;
  /** `kept` may have traces that have changed: what only chooses a plan need not look up where each of them stands. */
  readonly isRough?: boolean;
}

/**
 * SQL, for `with`: what of the traces that match is folded, and what has to be looked at by itself, in one snapshot. All of it is
 * empty where it is of no use.
 *
 * - `state (usable)`: whether places are there, and few enough traces have marks.
 * - `changed (key)`: traces that may differ from their places, those below the floor of retention among them.
 * - `kept (bucket, bits)`: of all others those that match. Beside it a set for each condition (`countOf`).
 *
 * @param project known
 */
export function indexMatches(
  project: StoredProject,
  filter: TraceFilter,
  values: Values,
  { needs = [], windows, isRough = false }: MatchesOptions = {},
): string {
  const sets = setsOf(project, filter, values, windows);
  const isUsable = '(select usable from state)';
  const moved = setOf(`from changed c cross join lateral (
    select p.position from sluice.trace_places p where ${isTheOne('p', project)} and p.key = c.key offset 0) p`);
  return `
    state as materialized (select ${[usable(project), ...needs].join(' and ')} as usable),
    changed as materialized (
      select m.key from sluice.trace_changes m where ${isOf('m', project)} and ${isUsable}
      union
      select key from (
        select t.id as key from sluice.traces t where ${isBelowFloor(project)} and ${isUsable} order by t.part limit ${MAX_DIRTY_TRACES}) t),
    moved as materialized (${isRough ? 'select null::integer as bucket, null::varbit as bits where false' : moved}),
    ${sets.map(([name, set]) => `${setNamed(name)} as materialized (select bucket, bits from (${set}) s where ${isUsable}),`).join('\n')}
    kept as materialized (
      select bucket, bit_and(bits)::varbit as bits
      from (${sets.map(([name]) => `select bucket, bits, 1 as sets from ${setNamed(name)} union all`).join(' ')} select bucket, ~bits, 0 from moved) s
      group by bucket having sum(sets) = ${sets.length})`;
}

const setNamed = (name: SetName): string => `set_${name}`;

/** SQL: how many traces are in one of the sets, after `indexMatches`. */
export const countOf = (name: SetName): string =>
  `(select coalesce(sum(bit_count(bits)), 0)::bigint from ${setNamed(name)})`;

/** SQL: rows of the buckets that they are in. */
export const segmentsOf = (name: SetName): string => `select bucket from ${setNamed(name)}`;

/** SQL: how many of the matches are folded, after `indexMatches`. */
export const KEPT_COUNT = '(select coalesce(sum(bit_count(bits)), 0)::bigint from kept)';
