import type { MetricResult } from '@sluice/store/read';
import { presentTimeWithOffset } from './times';

/** A metric query's result as it is answered (spec 4.6). @param groupBy the label that `group` is the value of */
export function presentMetric({ series, latest, truncated }: MetricResult, groupBy: string | undefined): string {
  const data = series.map(({ group, values }) => ({
    // A computed key makes a member of its own, even for a label called __proto__.
    labels: groupBy === undefined || group === null ? {} : { [groupBy]: group },
    values: values.map(({ timestamp, value }) => ({ timestamp: presentTimeWithOffset(timestamp), value })),
  }));
  const meta = {
    ...(latest !== undefined && { latest_ts: presentTimeWithOffset(latest) }),
    series_count: data.length,
    truncated,
  };
  return JSON.stringify({ data, meta });
}
