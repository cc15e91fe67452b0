import { columnNames } from '../../columns';
import { FIGURES_OF_POINTS, SORTED_OF_POINTS, allOf, hourOf } from '../../metric-hours';
import { metricHours, metricValues } from '../../schema/metric-rollup';

const KEY = ['series_id', 'hour'];

/** SQL: upserts those rows of `found f` into a rollup table that fulfil a condition. */
function keep(name: string, columns: readonly string[], where = 'true'): string {
  const update = columns.filter((column) => !KEY.includes(column)).map((column) => `${column} = excluded.${column}`);
  return `insert into sluice.${name} (${columns.join(', ')})
    select ${columns.map((column) => `f.${column}`).join(', ')} from found f where ${where}
    on conflict (${KEY.join(', ')}) do update set ${update.join(', ')}`;
}

const keepHours = (where?: string): string => keep('metric_hours', columnNames(metricHours), where);
const keepValues = (where?: string): string => keep('metric_values', columnNames(metricValues), where);

/**
 * SQL: reads the state of the rollup, a row with: from, to (the hours that are rolled up next), closing (hours before it ended at least 10
 * minutes ago), nextSeries, partitions; isRolledUp: all hours before `closed_before` are rolled up; isAsked: `closed_by` is set; isSettled:
 * all transactions up to `closed_by` have ended.
 *
 * `closed_by` is higher than the number of every transaction that changed points before it could read `closed_before`. A number that no
 * transaction has had yet is of another cluster, from which this database was restored.
 */
export const ROLLUP_STATE = /* sql */ `
select f.rolled_up_before::text as "from",
  least(f.closed_before, case when f.rolled_up_before < s.start then s.start
    else date_bin('24 hours', f.rolled_up_before, timestamptz 'epoch') + interval '24 hours' end)::text as "to",
  f.closed_before::text as "markedBefore", f.next_series::text as "nextSeries", f.partitions,
  f.rolled_up_before >= f.closed_before as "isRolledUp",
  coalesce(f.closed_by < pg_snapshot_xmax(pg_current_snapshot()), false) as "isAsked",
  coalesce(f.closed_by <= pg_snapshot_xmin(pg_current_snapshot()), false) as "isSettled",
  f.closed_before < c.closing as "mayClose", c.closing::text as closing
from sluice.metric_rollup_state f
  cross join lateral (select first_day::timestamp at time zone 'UTC' as start from sluice.metric_points_start) s
  cross join lateral (select ${hourOf(`clock_timestamp() - interval '10 minutes'`)} as closing) c`;

/**
 * SQL: rolls up the hours from `$1` to before `$2` of `$4` series from `$3` on.
 * @returns a row: number of hours, and the next series; null if there is none
 */
export const ROLL_UP_PAGE = /* sql */ `
with page as materialized (
  select s.id from sluice.metric_series s where s.id >= $3::bigint order by s.id limit $4::integer
), found as materialized (
  select page.id as series_id, a.*
  from page cross join lateral (
    select ${hourOf('p.ts')} as hour, ${FIGURES_OF_POINTS}, ${SORTED_OF_POINTS}
    from sluice.metric_points p
    where p.series_id = page.id and p.ts >= $1::timestamptz and p.ts < $2::timestamptz
    group by 1) a
), kept as (
  ${keepHours()} returning 1
), values as (
  ${keepValues()}
)
select (select count(*) from kept)::integer as hours,
  (select max(id) + 1 from page having count(*) = $4::integer)::text as next`;

/**
 * SQL: removes up to `$3` dirty hours before `$1` from the queue. Hours from `$2` on are removed too: they have no rollup yet that could be
 * wrong.
 * @returns the removed hours
 */
export const TAKE_DIRTY_HOURS = /* sql */ `
with taken as materialized (
  select distinct c.series_id, c.hour from sluice.metric_rollup_dirty c
  where c.hour < $1::timestamptz or c.hour >= $2::timestamptz limit $3::integer
), gone as (
  delete from sluice.metric_rollup_dirty c using taken t where c.series_id = t.series_id and c.hour = t.hour
)
select series_id::text as series, hour::text as hour from taken`;

/**
 * SQL: rolls up the hours `$2` of the series `$1`, as far as they are before `$3`. Runs in the transaction that removed these dirty hours,
 * after that: it sees the changes that made them dirty, and a later change makes them dirty again.
 */
export const ROLL_UP_DIRTY = /* sql */ `
with found as materialized (
  select k.series_id, k.hour, a.*
  from unnest($1::bigint[], $2::timestamptz[]) as k (series_id, hour) cross join lateral ${allOf('k')} a
  where k.hour < $3::timestamptz
), gone_hours as (
  delete from sluice.metric_hours h using found f
  where f.points = 0 and h.series_id = f.series_id and h.hour = f.hour
), gone_values as (
  delete from sluice.metric_values v using found f
  where f.points = 0 and v.series_id = f.series_id and v.hour = f.hour
), values as (
  ${keepValues('f.points > 0')}
)
${keepHours('f.points > 0')}`;

/** SQL: the names of the partitions of points, sorted. Partitions being detached are excluded. */
export const PARTITIONS = /* sql */ `
select coalesce(array_agg(i.inhrelid::regclass::text order by i.inhrelid::regclass::text), '{}') as names
from pg_inherits i where i.inhparent = 'sluice.metric_points'::regclass and not i.inhdetachpending`;

/** SQL condition: a time is within the UTC days from `$1` (null: unbounded) to before `$2` (null: unbounded). */
const ofDays = (time: string): string => `
  ($1::date is null or ${time} >= $1::date::timestamp at time zone 'UTC')
  and ($2::date is null or ${time} < $2::date::timestamp at time zone 'UTC')`;

/** SQL: makes the rolled up hours of these days dirty. */
export const QUEUE_DAYS = /* sql */ `
insert into sluice.metric_rollup_dirty (series_id, hour)
select h.series_id, h.hour from sluice.metric_hours h where ${ofDays('h.hour')}`;

/** SQL: makes the hours of these days dirty that have points in the partition `$3`. */
export const QUEUE_POINTS = /* sql */ `
insert into sluice.metric_rollup_dirty (series_id, hour)
select distinct p.series_id, ${hourOf('p.ts')} from sluice.metric_points p
where p.tableoid = $3::text::regclass and p.ts < (select f.closed_before from sluice.metric_rollup_state f) and ${ofDays('p.ts')}`;
