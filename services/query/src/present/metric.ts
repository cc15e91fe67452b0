import type { MetricNames, MetricResult, MetricSeries } from '@sluice/store/read';
import { presentTimeWithOffset } from './times';

/**
 * Writes the result of a metric query (spec 4.6).
 * @param groupBy the label whose value is `group`
 */
export function* presentMetric(
  { series, latest, omittedBuckets, truncated }: MetricResult,
  groupBy: string | undefined,
): Generator<string[]> {
  yield ['{"data":['];
  for (const [index, one] of series.entries()) yield [index === 0 ? '' : ',', presentSeries(one, groupBy)];
  const meta = {
    ...(latest !== undefined && { latest_ts: presentTimeWithOffset(latest) }),
    series_count: series.length,
    truncated,
    ...(omittedBuckets > 0 && { omitted_buckets: omittedBuckets }),
  };
  yield [`],"meta":${JSON.stringify(meta)}}`];
}

function presentSeries({ group, values }: MetricSeries, groupBy: string | undefined): string {
  return JSON.stringify({
    // A computed key makes a member of its own, even for a label called __proto__.
    labels: groupBy === undefined || group === null ? {} : { [groupBy]: group },
    values: values.map(({ timestamp, value }) => ({ timestamp: presentTimeWithOffset(timestamp), value })),
  });
}

/** Writes the names of metrics (spec 4.7). */
export async function* presentMetricNames({ names }: MetricNames): AsyncGenerator<string[]> {
  let before = '{"data":[';
  for await (const portion of names) {
    yield [before, JSON.stringify(portion).slice(1, -1)];
    before = ',';
  }
  yield [before === ',' ? '' : before, ']}'];
}
