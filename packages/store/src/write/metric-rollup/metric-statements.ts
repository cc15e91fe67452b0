import { columnNames } from '../../columns';
import { FIGURES_OF_POINTS, SORTED_OF_POINTS, allOf, hourOf } from '../../metric-hours';
import { metricHours, metricValues } from '../../schema';

const KEY = ['series_id', 'hour'];

/** SQL: keeps the hours `found f` of a table that fulfil a condition as they are now, whatever was kept before. */
function keep(name: string, columns: readonly string[], where = 'true'): string {
  const update = columns.filter((column) => !KEY.includes(column)).map((column) => `${column} = excluded.${column}`);
  return `insert into sluice.${name} (${columns.join(', ')})
    select ${columns.map((column) => `f.${column}`).join(', ')} from found f where ${where}
    on conflict (${KEY.join(', ')}) do update set ${update.join(', ')}`;
}

const keepHours = (where?: string): string => keep('metric_hours', columnNames(metricHours), where);
const keepValues = (where?: string): string => keep('metric_values', columnNames(metricValues), where);

/**
 * SQL: where the fold is. A row with: from, to (the hours to be folded next), closing (hours before it are over long enough),
 * nextSeries, partitions; isFolded: there is nothing between `folded_before` and `marked_before`; isAsked: it was asked whom to wait
 * for; isSettled: they have all ended.
 *
 * Who asks has a higher number than every transaction that changed points without knowing of `marked_before`. A number that no
 * transaction has had yet is of another cluster, from which this database was restored.
 */
export const ROLLUP_STATE = /* sql */ `
select f.folded_before::text as "from",
  least(f.marked_before, case when f.folded_before < s.start then s.start
    else date_bin('24 hours', f.folded_before, timestamptz 'epoch') + interval '24 hours' end)::text as "to",
  f.marked_before::text as "markedBefore", f.next_series::text as "nextSeries", f.partitions,
  f.folded_before >= f.marked_before as "isFolded",
  coalesce(f.settled_by < pg_snapshot_xmax(pg_current_snapshot()), false) as "isAsked",
  coalesce(f.settled_by <= pg_snapshot_xmin(pg_current_snapshot()), false) as "isSettled",
  f.marked_before < c.closing as "mayClose", c.closing::text as closing
from sluice.metric_fold f
  cross join lateral (select first_day::timestamp at time zone 'UTC' as start from sluice.metric_points_start) s
  cross join lateral (select ${hourOf(`clock_timestamp() - interval '10 minutes'`)} as closing) c`;

/** SQL: folds the hours from `$1` to `$2` of `$4` series from `$3` on. @returns a row: how many hours, the next series, null where there is none */
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
 * SQL: takes the marks of up to `$3` hours before `$1`. Those from `$2` on say nothing: such hours are not folded yet.
 * @returns the hours; those from `$2` on, too
 */
export const TAKE_DIRTY_HOURS = /* sql */ `
with taken as materialized (
  select distinct c.series_id, c.hour from sluice.metric_changes c
  where c.hour < $1::timestamptz or c.hour >= $2::timestamptz limit $3::integer
), gone as (
  delete from sluice.metric_changes c using taken t where c.series_id = t.series_id and c.hour = t.hour
)
select series_id::text as series, hour::text as hour from taken`;

/**
 * SQL: folds the hours `$2` of the series `$1` as far as they are before `$3`. To be done after their marks were taken, in the same
 * transaction: it sees what has left them, and a later change leaves one of its own.
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

/** SQL: the partitions of points, sorted. One that is being detached is none any more. */
export const PARTITIONS = /* sql */ `
select coalesce(array_agg(i.inhrelid::regclass::text order by i.inhrelid::regclass::text), '{}') as names
from pg_inherits i where i.inhparent = 'sluice.metric_points'::regclass and not i.inhdetachpending`;

/** SQL: whether a time is of the UTC days from `$1` (null: from the first on) to before `$2` (null: to the last). */
const ofDays = (time: string): string => `
  ($1::date is null or ${time} >= $1::date::timestamp at time zone 'UTC')
  and ($2::date is null or ${time} < $2::date::timestamp at time zone 'UTC')`;

/** SQL: marks the folded hours of these days. */
export const QUEUE_DAYS = /* sql */ `
insert into sluice.metric_changes (series_id, hour)
select h.series_id, h.hour from sluice.metric_hours h where ${ofDays('h.hour')}`;

/** SQL: marks the hours of the points of these days that are in the partition `$3`. */
export const QUEUE_POINTS = /* sql */ `
insert into sluice.metric_changes (series_id, hour)
select distinct p.series_id, ${hourOf('p.ts')} from sluice.metric_points p
where p.tableoid = $3::text::regclass and p.ts < (select f.marked_before from sluice.metric_fold f) and ${ofDays('p.ts')}`;
