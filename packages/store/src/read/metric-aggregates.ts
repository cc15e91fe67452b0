import { LARGE_SUM, LAST_POINT, SCALE, SMALL_SUM } from '../metric-hours';
import type { MetricAggregation } from './metric';

/*
 * SQL: aggregates of the points (alias p) of a bucket (spec 4.6; contract: Metric points and series). Postgres refuses the whole statement
 * when a step leaves the range of a double, although the result may be within it. So no step does:
 *
 * - A sum has two parts. Values below 2^960 are added as they are: 2^63 of them stay within the range. The others are added by their 2^64th
 *   part, which is exact. If the large ones cancel out, the small ones remain.
 * - An average is such a sum, divided before it is scaled up again. A step may also be too near to zero for Postgres.
 * - A percentile overflows only between two neighbours that are too far apart, and Postgres does not refuse that. These neighbours are then
 *   the greatest value below zero and the least one above it.
 */

const double = (value: number): string => `'${value}'::double precision`;

const MAX_SCALED = double(Number.MAX_VALUE * 2 ** -64);
const LEAST = double(Number.MIN_VALUE);

/** SQL: aggregates of a bucket, from which all others but percentiles are computed. */
interface AggregateSql {
  readonly count: string;
  /** The two parts of the sum. */
  readonly small: string;
  readonly large: string;
  readonly min: string;
  readonly max: string;
  readonly last: string;
}

/** Aggregates of points `p`. */
const OF_POINTS: AggregateSql = {
  count: 'count(*)',
  small: SMALL_SUM,
  large: LARGE_SUM,
  min: 'min(p.value)',
  max: 'max(p.value)',
  last: `(${LAST_POINT})[4]`,
};

/** Aggregates of hours `h`, or other parts of a bucket, with `HOUR_FIGURES`. */
const OF_HOURS: AggregateSql = {
  count: 'sum(h.points)',
  small: 'sum(h.small)',
  large: 'sum(h.large)',
  min: 'min(h.least)',
  max: 'max(h.greatest)',
  last: `(max(array[
    extract(epoch from h.last_ts)::double precision, h.last_received::double precision, h.last_seq::double precision, h.last]))[4]`,
};

/**
 * SQL: the sum by its 2^64th part. A small sum below 1 is negligible next to a large one, and its 2^64th part might be too small for a
 * double.
 */
const scaledSum = ({ small, large }: AggregateSql): string =>
  `(${large} + case when abs(${small}) < 1 then 0 else ${small} * ${SCALE} end)`;

/** SQL: the sum; null if no finite double is the sum. */
const sum = (parts: AggregateSql): string => `case
  when ${parts.large} = 0 then ${parts.small}
  when abs(${scaledSum(parts)}) <= ${MAX_SCALED} then ${scaledSum(parts)} / ${SCALE}
end`;

/** SQL: the average. Rounding could lift an average of the largest values above them. */
const average = (parts: AggregateSql): string => `case
  when ${parts.large} <> 0 then least(greatest(${scaledSum(parts)} / ${parts.count}, -${MAX_SCALED}), ${MAX_SCALED}) / ${SCALE}
  when abs(${parts.small}) < ${parts.count} * ${LEAST} then 0
  else ${parts.small} / ${parts.count}
end`;

/** Fraction of the points below each percentile. */
export const FRACTIONS = { p50: 0.5, p90: 0.9, p99: 0.99 } as const satisfies Partial<
  Record<MetricAggregation, number>
>;

/** SQL: a percentile. @param fraction of the points below it, 0 to 1 */
function percentile(fraction: number): string {
  const interpolated = `percentile_cont(${double(fraction)}) within group (order by p.value)`;
  // The formula of Postgres, so that both use the same two neighbours.
  const row = `(${double(fraction)} * (count(*) - 1))`;
  const way = `(${row} - floor(${row}))`;
  const [below, above] = ['max(p.value) filter (where p.value < 0)', 'min(p.value) filter (where p.value > 0)'];
  return `case
    when abs(${interpolated}) <= ${double(Number.MAX_VALUE)} then ${interpolated}
    else ${below} * (1 - ${way}) + ${above} * ${way}
  end`;
}

/** Returns the aggregates that hours can answer, from either kind of parts. */
const ofParts = (parts: AggregateSql) =>
  ({ avg: average(parts), max: parts.max, min: parts.min, sum: sum(parts), last: parts.last }) as const;

/** Aggregates of points by name; null if no finite double is the result, which is possible only for a sum. */
export const AGGREGATES: Readonly<Record<MetricAggregation, string>> = {
  ...ofParts(OF_POINTS),
  ...(Object.fromEntries(Object.entries(FRACTIONS).map(([name, fraction]) => [name, percentile(fraction)])) as Record<
    keyof typeof FRACTIONS,
    string
  >),
};

/** Aggregates of hours `h`, for those names that hours can answer. */
export const HOUR_AGGREGATES: Readonly<Partial<Record<MetricAggregation, string>>> = ofParts(OF_HOURS);
