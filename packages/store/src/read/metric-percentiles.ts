import { SORTED_OF_POINTS, hourOf, sortedOf } from '../metric-hours';
import { unchanged } from './clean-hours';

/** SQL for reading the hours of a window. */
interface HoursOfWindow {
  /** Width of a bucket. */
  readonly step: string;
  /** Condition: an hour is whole, rolled up, and in the window. */
  readonly within: (hour: string) => string;
  /** Joins of series `s` and points `p`, with a condition, for the parts that the window cuts off an hour or that are not rolled up. */
  readonly edges: (series: string) => readonly string[];
}

const DAY = `interval '24 hours'`;

/** SQL: the value at a rank, of values `a` after `below` smaller ones; requested ranks among those have the value `base`. */
const valueAt = (rank: string): string => `case when ${rank} < n.below then n.base else n.a[${rank} - n.below + 1] end`;

/**
 * SQL: the buckets by an exact percentile, from the sorted values of each hour and series (a part), most of which are never read. The two
 * values around the percentile are found by rank:
 *
 * - The percentile of a bucket is between the least and the greatest of the same percentile of its parts (`lo`, `hi`).
 * - It is likely between two of them from the middle (`x1`, `x2`). A binary search in each part counts the values up to each of these.
 * - Only the values between the two of these four that enclose it are read from the parts and sorted.
 *
 * If parts differ much, more values are read, and the result is the same. The statement uses parts three times, and reads them once: those
 * of one UTC day are in memory at a time. They are joined by `full join`, though each has its bounds: the planner, which has no good
 * estimate of their number, then has no nested loop to choose.
 * @param fraction of the points below it, 0 to 1
 */
export function percentileBuckets(fraction: number, { step, within, edges }: HoursOfWindow): string {
  const f = `'${fraction}'::double precision`;
  const bucketOf = (hour: string, width = step): string => `date_bin(${width}, ${hour}, timestamptz 'epoch')`;
  const ofDay = (hour: string): string => `${hour} >= d.day and ${hour} < d.day + ${DAY}`;
  // Extended by one at both ends: the ranks of parts are rounded, and so is that of the bucket.
  const facts = `cardinality(v.sorted) as n,
        v.sorted[greatest(floor(${f} * (cardinality(v.sorted) - 1))::integer, 1)] as lo,
        v.sorted[greatest(ceil(${f} * cardinality(v.sorted))::integer, 1)] as middle,
        v.sorted[least(ceil(${f} * cardinality(v.sorted))::integer + 2, cardinality(v.sorted))] as hi`;
  const enclosing = (above: string, between: string, below: string, otherwise: string): string =>
    `case when b.k >= c.c2 then ${above} when b.k >= c.c1 and b.k + 1 < c.c2 then ${between} when b.k + 1 < c.c1 then ${below} else ${otherwise} end`;
  return `grouped as materialized (
      select s.id, s.label, (dense_rank() over (order by s.label))::integer as grp from series s
    ), loose as materialized (
      select l.grp, l.hour, l.sorted, l.last_ts
      from (
        select c.grp, c.hour, v.*
        from (
          select x.* from (
            select s.grp, c.series_id, c.hour from changed c full join grouped s on s.id = c.series_id offset 0
          ) x
          where x.hour is not null
        ) c cross join lateral ${sortedOf('c')} v
        ${edges('grouped')
          .map(
            (edge) =>
              `union all select s.grp, ${hourOf('p.ts')}, ${SORTED_OF_POINTS}, max(p.ts) from ${edge} group by 1, 2`,
          )
          .join(' ')}
      ) l
      where l.sorted is not null
    ), days as materialized (
      select ${bucketOf('v.hour', DAY)} as day from grouped s join sluice.metric_values v on v.series_id = s.id where ${within('v.hour')}
      union select ${bucketOf('l.hour', DAY)} from loose l
    ), neighbours as materialized (
      select x.* from days d cross join lateral (
        with parts as materialized (
          select v.grp, ${bucketOf('v.hour')} as bucket, v.last_ts, v.sorted
          from ${unchanged('sluice.metric_values', 'grouped', 'grp', (hour) => `${within(hour)} and ${ofDay(hour)}`)} v
          union all
          select l.grp, ${bucketOf('l.hour')}, l.last_ts, l.sorted from loose l where ${ofDay('l.hour')}
        ), bounds as materialized (
          select v.grp, v.bucket, sum(v.n)::integer as n, floor(${f} * (sum(v.n) - 1))::integer as k, max(v.last_ts) as latest,
                 min(v.lo) as lo, max(v.hi) as hi,
                 percentile_disc(0.35) within group (order by v.middle) as x1,
                 percentile_disc(0.65) within group (order by v.middle) as x2
          from (select v.grp, v.bucket, v.last_ts, ${facts} from parts v) v
          group by 1, 2
        ), narrowed as materialized (
          select grp, bucket, b.latest, b.k, ${f} * (b.n - 1) - b.k as way,
                 ${enclosing('b.x2', 'b.x1', 'b.lo', 'b.lo')} as base,
                 ${enclosing('c.c2', 'c.c1', 'c.c0', 'c.c0')} as below,
                 ${enclosing('b.hi', 'b.x2', 'b.x1', 'b.hi')} as top
          from bounds b full join (
            select c.grp, c.bucket, sum(c.c0)::integer as c0, sum(c.c1)::integer as c1, sum(c.c2)::integer as c2
            from (
              select grp, bucket, width_bucket(b.lo, v.sorted) as c0, width_bucket(b.x1, v.sorted) as c1, width_bucket(b.x2, v.sorted) as c2
              from bounds b full join parts v using (grp, bucket) offset 0
            ) c
            group by 1, 2
          ) c using (grp, bucket)
        ), enclosed as (
          select u.grp, u.bucket, array_agg(u.value) as a
          from (
            select grp, bucket, unnest(v.sorted[width_bucket(n.base, v.sorted) + 1 : width_bucket(n.top, v.sorted)]) as value
            from narrowed n full join parts v using (grp, bucket)
          ) u
          group by 1, 2
        )
        select n.grp, n.bucket, n.latest, n.way, ${valueAt('n.k')} as lower, case when n.way > 0 then ${valueAt('n.k + 1')} end as upper
        from (
          select n.*, array(select x from unnest(e.a) x order by x) as a from narrowed n left join enclosed e using (grp, bucket) offset 0
        ) n
      ) x
    ), buckets as materialized (
      select n.label, n.bucket, n.latest,
             case when n.way = 0 then n.lower
               -- Two neighbours that are too far apart, as for points.
               when abs(i.value) <= '${Number.MAX_VALUE}'::double precision then i.value
               else n.lower * (1 - n.way) + n.upper * n.way end as value
      from (
          select n.*, g.label from neighbours n full join (select distinct grp, label from grouped) g on g.grp = n.grp
          offset 0
        ) n
        cross join lateral (
          select percentile_cont(n.way) within group (order by x.x) as value from unnest(array[n.lower, n.upper]) as x (x)
        ) i
      where n.bucket is not null
    )`;
}
