import { SORTED_OF_POINTS, hourOf, sortedOf } from '../metric-hours';

/** What the hours of a window are read with. All of it SQL. */
interface HoursOfWindow {
  /** The width of a bucket. */
  readonly step: string;
  /** Whether an hour is whole, folded, and in the window. */
  readonly within: (hour: string) => string;
  /** Joins of series `s` and points `p`, with a condition, of what the window cuts off an hour or is not folded. */
  readonly edges: (series: string) => readonly string[];
}

/** The value at a rank, of values `a` that follow `below` others of which those that are looked for are equal to `base`. */
const valueAt = (rank: string): string => `case when ${rank} < n.below then n.base else n.a[${rank} - n.below + 1] end`;

/**
 * SQL: the buckets by an exact percentile, from the sorted values of each hour and series (a part), most of which are never looked
 * at. The two values between which it lies, by rank, are found as follows:
 *
 * - The percentile of a bucket lies between the least and the greatest of the same percentile of its parts (`lo`, `hi`).
 * - It is likely to lie between two of them from the middle (`x1`, `x2`). How many values are up to each of these, a binary search in each part tells.
 * - Only the values between the two of these four that enclose it are taken out of the parts and sorted.
 *
 * Where parts are very different from each other more values are left, and the result is the same.
 * @param fraction of the points that lie below, 0 to 1
 */
export function percentileBuckets(fraction: number, { step, within, edges }: HoursOfWindow): string {
  const f = `'${fraction}'::double precision`;
  const bucketOf = (hour: string): string => `date_bin(${step}, ${hour}, timestamptz 'epoch')`;
  // One further at both ends: the ranks of parts are rounded, as is that of the bucket.
  const facts = `cardinality(v.sorted) as n,
        v.sorted[greatest(floor(${f} * (cardinality(v.sorted) - 1))::integer, 1)] as lo,
        v.sorted[greatest(ceil(${f} * cardinality(v.sorted))::integer, 1)] as middle,
        v.sorted[least(ceil(${f} * cardinality(v.sorted))::integer + 2, cardinality(v.sorted))] as hi`;
  // The rows of parts are wide: each is looked up again, so that no join and no sort carries them.
  const joined = (narrowed: string, selected: string): string => `
        select n.grp, n.bucket, ${selected}
        from ${narrowed} n join parts p on p.grp = n.grp and p.bucket = n.bucket
          cross join lateral (
            select v.sorted from sluice.metric_values v where v.series_id = p.series_id and v.hour = p.hour offset 0) v
        union all
        select n.grp, n.bucket, ${selected}
        from ${narrowed} n join loose v on v.grp = n.grp and v.bucket = n.bucket`;
  const isBetween = 'c.k >= c.c1 and c.k + 1 < c.c2';
  const enclosing = (above: string, between: string, below: string, otherwise: string): string =>
    `case when c.k >= c.c2 then ${above} when ${isBetween} then ${between} when c.k + 1 < c.c1 then ${below} else ${otherwise} end`;
  return `grouped as materialized (
      select s.id, s.label, (dense_rank() over (order by s.label))::integer as grp from series s
    ), loose as materialized (
      select l.grp, ${bucketOf('l.hour')} as bucket, l.sorted, l.last_ts
      from (
        select s.grp, c.hour, v.* from changed c join grouped s on s.id = c.series_id cross join lateral ${sortedOf('c')} v
        ${edges('grouped')
          .map(
            (edge) =>
              `union all select s.grp, ${hourOf('p.ts')}, ${SORTED_OF_POINTS}, max(p.ts) from ${edge} group by 1, 2`,
          )
          .join(' ')}
      ) l
      where l.sorted is not null
    ), parts as materialized (
      select v.*
      from (
        select s.grp, ${bucketOf('v.hour')} as bucket, v.series_id, v.hour, v.last_ts, ${facts}
        from grouped s join sluice.metric_values v on v.series_id = s.id
        where ${within('v.hour')} offset 0
      ) v
      where not exists (select from changed c where c.series_id = v.series_id and c.hour = v.hour)
    ), bounds as materialized (
      select v.grp, v.bucket, sum(v.n)::integer as n, floor(${f} * (sum(v.n) - 1))::integer as k, max(v.last_ts) as latest,
             min(v.lo) as lo, max(v.hi) as hi,
             percentile_disc(0.35) within group (order by v.middle) as x1,
             percentile_disc(0.65) within group (order by v.middle) as x2
      from (
        select p.grp, p.bucket, p.last_ts, p.n, p.lo, p.middle, p.hi from parts p
        union all
        select v.grp, v.bucket, v.last_ts, ${facts} from loose v
      ) v
      group by 1, 2
    ), counted as materialized (
      select b.*, c.c0, c.c1, c.c2
      from bounds b join (
        select w.grp, w.bucket, sum(w.c0)::integer as c0, sum(w.c1)::integer as c1, sum(w.c2)::integer as c2
        from (${joined('bounds', 'width_bucket(n.lo, v.sorted) as c0, width_bucket(n.x1, v.sorted) as c1, width_bucket(n.x2, v.sorted) as c2')}
        ) w
        group by 1, 2
      ) c on c.grp = b.grp and c.bucket = b.bucket
    ), narrowed as materialized (
      select c.grp, c.bucket, c.latest, c.k, ${f} * (c.n - 1) - c.k as way,
             ${enclosing('c.x2', 'c.x1', 'c.lo', 'c.lo')} as base,
             ${enclosing('c.c2', 'c.c1', 'c.c0', 'c.c0')} as below,
             ${enclosing('c.hi', 'c.x2', 'c.x1', 'c.hi')} as top
      from counted c
    ), enclosed as (
      select u.grp, u.bucket, array_agg(u.value order by u.value) as a
      from (${joined('narrowed', 'unnest(v.sorted[width_bucket(n.base, v.sorted) + 1 : width_bucket(n.top, v.sorted)]) as value')}
      ) u
      group by 1, 2
    ), neighbours as (
      select n.grp, n.bucket, n.latest, n.way, ${valueAt('n.k')} as lower, case when n.way > 0 then ${valueAt('n.k + 1')} end as upper
      from (
        select n.*, e.a from narrowed n left join enclosed e on e.grp = n.grp and e.bucket = n.bucket
      ) n
    ), buckets as materialized (
      select g.label, n.bucket, n.latest,
             case when n.way = 0 then n.lower
               -- Two neighbours that are too far apart, as for points.
               when abs(i.value) <= '${Number.MAX_VALUE}'::double precision then i.value
               else n.lower * (1 - n.way) + n.upper * n.way end as value
      from neighbours n
        join (select distinct grp, label from grouped) g on g.grp = n.grp
        cross join lateral (
          select percentile_cont(n.way) within group (order by x.x) as value from unnest(array[n.lower, n.upper]) as x (x)
        ) i
    )`;
}
