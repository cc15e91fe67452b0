import { LARGE_SUM, LAST_POINT, SCALE, SMALL_SUM } from '../metric-hours';
import type { MetricAggregation } from './metric';

/*
 * SQL: what becomes of the points (alias p) of a bucket (spec 4.6; contract: Metric points and series). Postgres refuses
 * the whole statement when a step leaves the range of a double, although the result may lie within it. So no step does:
 *
 * - A sum has two parts. Values below 2^960 are added as they are: 2^63 of them stay within the range. The others are
 *   added by their 2^64th part, which is exact. Where the large ones cancel out, the small ones are all that is left.
 * - An average is such a sum, divided before it is made large again. A step may also come too near to zero for Postgres.
 * - A percentile overflows between two neighbours only that are too far apart, and Postgres does not refuse that. They
 *   are then the greatest value below zero and the least one above it.
 */

const double = (value: number): string => `'${value}'::double precision`;

const MOST_SCALED = double(Number.MAX_VALUE * 2 ** -64);
const LEAST = double(Number.MIN_VALUE);

/** SQL: aggregates of a bucket, which all others but percentiles follow from. */
interface AggregateSql {
  readonly count: string;
  /** The two parts of the sum. */
  readonly small: string;
  readonly large: string;
  readonly min: string;
  readonly max: string;
  readonly last: string;
}

/** Of points `p`. */
const OF_POINTS: AggregateSql = {
  count: 'count(*)',
  small: SMALL_SUM,
  large: LARGE_SUM,
  min: 'min(p.value)',
  max: 'max(p.value)',
  last: `(${LAST_POINT})[4]`,
};

/** Of hours `h`, or other parts of a bucket, with `HOUR_FIGURES`. */
const OF_HOURS: AggregateSql = {
  count: 'sum(h.points)',
  small: 'sum(h.small)',
  large: 'sum(h.large)',
  min: 'min(h.least)',
  max: 'max(h.greatest)',
  last: `(max(array[
    extract(epoch from h.last_ts)::double precision, h.last_received::double precision, h.last_seq::double precision, h.last]))[4]`,
};

/** Beside a large sum one of the others below 1 is nothing, and its 2^64th part might be none that a double can hold. */
const scaledSum = ({ small, large }: AggregateSql): string =>
  `(${large} + case when abs(${small}) < 1 then 0 else ${small} * ${SCALE} end)`;

/** null where no finite double is the sum. */
const sum = (parts: AggregateSql): string => `case
  when ${parts.large} = 0 then ${parts.small}
  when abs(${scaledSum(parts)}) <= ${MOST_SCALED} then ${scaledSum(parts)} / ${SCALE}
end`;

/** Rounding may lift an average of the largest values above them. */
const average = (parts: AggregateSql): string => `case
  when ${parts.large} <> 0 then least(greatest(${scaledSum(parts)} / ${parts.count}, -${MOST_SCALED}), ${MOST_SCALED}) / ${SCALE}
  when abs(${parts.small}) < ${parts.count} * ${LEAST} then 0
  else ${parts.small} / ${parts.count}
end`;

/** Of the points that lie below. */
export const FRACTIONS = { p50: 0.5, p90: 0.9, p99: 0.99 } as const satisfies Partial<
  Record<MetricAggregation, number>
>;

/** @param fraction of the points that lie below, 0 to 1 */
function percentile(fraction: number): string {
  const interpolated = `percentile_cont(${double(fraction)}) within group (order by p.value)`;
  // As Postgres computes it, so that both speak of the same two neighbours.
  const row = `(${double(fraction)} * (count(*) - 1))`;
  const way = `(${row} - floor(${row}))`;
  const [below, above] = ['max(p.value) filter (where p.value < 0)', 'min(p.value) filter (where p.value > 0)'];
  return `case
    when abs(${interpolated}) <= ${double(Number.MAX_VALUE)} then ${interpolated}
    else ${below} * (1 - ${way}) + ${above} * ${way}
  end`;
}

/** Those that hours have all parts of. */
const ofParts = (parts: AggregateSql) =>
  ({ avg: average(parts), max: parts.max, min: parts.min, sum: sum(parts), last: parts.last }) as const;

/** By name; null where no finite double is the result, which only a sum can come to. */
export const AGGREGATES: Readonly<Record<MetricAggregation, string>> = {
  ...ofParts(OF_POINTS),
  ...(Object.fromEntries(Object.entries(FRACTIONS).map(([name, fraction]) => [name, percentile(fraction)])) as Record<
    keyof typeof FRACTIONS,
    string
  >),
};

/** The same of hours `h`, as far as hours tell. */
export const HOUR_AGGREGATES: Readonly<Partial<Record<MetricAggregation, string>>> = ofParts(OF_HOURS);
