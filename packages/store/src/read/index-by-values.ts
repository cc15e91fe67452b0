import { HOUR_FIELD, beginOf, hourOf, positionsOf } from '../trace-index-format';
import { type PlanInput, maskOf, matching, withDirty } from './index-plan-input';
import { opposite } from './index-order';
import { bitmapsFrom, isOfLookup } from './index-sets';

/**
 * SQL: the page of an order by a field whose values have bitmaps. Matches with an indexed value are counted by its bitmaps, and those with
 * rare values one by one; the counts show which values are on the page, and from which match of each.
 *
 * - `sets`: the bitmaps of the clean matches as an array by segment.
 * - `rest`: clean matches without an indexed value in this field.
 * - `counted (value, n)`: number of clean matches by value; null: without a value.
 * - `ranges (value, n, since, until)`: values that the page may contain, with the first and last match of each, from 0.
 * - `page`: the matches of these ranges, read from the nearer end of their value, with the dirty matches.
 */
export function pageByValues(parts: PlanInput): string {
  const { project, query, order, values, offset } = parts;
  const { direction } = query.order;
  const { key } = order;
  if (key?.field === undefined) throw new RangeError(`values of ${order.field} have no bitmaps`);
  const ofHours = key.field === HOUR_FIELD;
  const bitmaps = bitmapsFrom(project, key.field);
  const at = `${values.add(offset)}::bigint`;
  const limit = `${values.add(query.limit)}::bigint`;
  // At least this many clean matches precede the page, even if all dirty matches do.
  const first = `(select greatest(${at} - dirty, 0) from totals)`;
  const isInRange = ofHours
    ? [`w.${key.column} >= ${beginOf('r.value')}`, `w.${key.column} < ${beginOf('r.value')} + interval '1 hour'`]
    : [`w.${key.column} = r.value`];
  const nulls = direction === 'asc' ? 'nulls first' : 'nulls last';
  const rowsOf = (conditions: readonly string[], way: typeof direction, limit: string, offset: string) =>
    `(${matching(parts, conditions)} order by ${order.byEntry(way)} limit ${limit} offset ${offset})`;
  const matchesOf = (rangesOf: string, conditions: readonly string[]) => [
    `select f.* from ranges r cross join lateral ${rowsOf(conditions, direction, 'r.until - r.since', 'r.since')} f
     where ${rangesOf} and r.since <= r.n / 2`,
    `select f.* from ranges r cross join lateral ${rowsOf(conditions, opposite(direction), 'r.until - r.since', 'r.n - r.until')} f
     where ${rangesOf} and r.since > r.n / 2`,
  ];
  return `${maskOf(project)},
    sets as materialized (select array_agg(bitmap order by segment) as bitmap, min(segment) as first from grid),
    rest as materialized (
      select segment, bit_and(bitmap)::varbit as bitmap
      from (select segment, bitmap, true as is_clean from clean union all (
        select b.segment, (~bit_or(b.bitmap))::varbit, false ${bitmaps} group by 1)) s
      group by 1 having bool_or(is_clean) and bit_count(bit_and(bitmap)) > 0),
    counted as materialized (
      select value, sum(n)::bigint as n from (
        select b.value, bit_count(b.bitmap & (select bitmap from sets)[b.segment - (select first from sets) + 1]) as n ${bitmaps}
        union all
        select ${ofHours ? hourOf('f.value') : 'f.value'}, 1 from ${positionsOf('rest')} cross join lateral (
          select w.${key.column} as value from sluice.trace_index_entries w
          where ${isOfLookup('w', project)} and w.index_position = o.index_position offset 0) f
        where o.nth <= o.n
      ) s group by 1 having sum(n) > 0),
    ranges as materialized (
      select value, n, greatest(${first} - passed, 0) as since, least(${at} + ${limit} - passed, n) as until
      from (select value, n, sum(n) over (order by value ${direction} ${nulls}) - n as passed from counted) s
      where passed < ${at} + ${limit} and passed + n > ${first}),
    page as materialized (
      select * from ${withDirty(
        [
          ...matchesOf('r.value is not null', isInRange),
          ...(key.nullable ? matchesOf('r.value is null', [`w.${key.column} is null`]) : []),
        ].join(' union all '),
      )}
      order by ${order.by(direction)} limit ${limit} offset ${at} - (select least(${first}, clean) from totals))`;
}
