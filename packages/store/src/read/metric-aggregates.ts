import type { MetricAggregation } from './metric';

/*
 * SQL: what becomes of the points (alias p) of a bucket (spec 4.6; contract: Metric points and series). Postgres refuses
 * the whole statement when a step leaves the range of a double, although the result may lie within it. So no step does:
 *
 * - A sum has two parts. Values below `LARGE` are added as they are: 2^63 of them stay within the range. The others are
 *   added by their 2^64th part, which is exact. Where the large ones cancel out, the small ones are all that is left.
 * - An average is such a sum, divided before it is made large again. A step may also come too near to zero for Postgres.
 * - A percentile overflows between two neighbours only that are too far apart, and Postgres does not refuse that. They
 *   are then the greatest value below zero and the least one above it.
 */

const double = (value: number): string => `'${value}'::double precision`;

const LARGE = double(2 ** 960);
const SCALE = double(2 ** -64);
const MOST_SCALED = double(Number.MAX_VALUE * 2 ** -64);
const LEAST = double(Number.MIN_VALUE);

const LARGE_SUM = `coalesce(sum(p.value * ${SCALE}) filter (where abs(p.value) >= ${LARGE}), 0)`;
const SMALL_SUM = `coalesce(sum(p.value) filter (where abs(p.value) < ${LARGE}), 0)`;
const IS_SMALL = `${LARGE_SUM} = 0`;
/** Beside a large sum one of the others below 1 is nothing, and its 2^64th part might be none that a double can hold. */
const SCALED_SUM = `(${LARGE_SUM} + case when abs(${SMALL_SUM}) < 1 then 0 else ${SMALL_SUM} * ${SCALE} end)`;

/** null where no finite double is the sum. */
const SUM = `case when ${IS_SMALL} then ${SMALL_SUM} when abs(${SCALED_SUM}) <= ${MOST_SCALED} then ${SCALED_SUM} / ${SCALE} end`;

/** Rounding may lift an average of the largest values above them. */
const AVERAGE = `case
  when not (${IS_SMALL}) then least(greatest(${SCALED_SUM} / count(*), -${MOST_SCALED}), ${MOST_SCALED}) / ${SCALE}
  when abs(${SMALL_SUM}) < count(*) * ${LEAST} then 0
  else ${SMALL_SUM} / count(*)
end`;

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

/** By name; null where no finite double is the result, which only a sum can come to. */
export const AGGREGATES: Readonly<Record<MetricAggregation, string>> = {
  avg: AVERAGE,
  max: 'max(p.value)',
  min: 'min(p.value)',
  sum: SUM,
  last: '(array_agg(p.value order by p.ts desc, p.seq desc))[1]',
  p50: percentile(0.5),
  p90: percentile(0.9),
  p99: percentile(0.99),
};
