import type { Parameters } from '../api/client';
import type { MetricsPlace } from '../url/metrics-place';
import { boundsOf } from '../url/time-range';
import { stepOf } from './series';

/** How a metric is asked, and what of it the chart needs to know. */
export interface MetricCall {
  readonly query: Parameters;
  readonly step: ReturnType<typeof stepOf>;
  readonly fromMs: number;
  readonly toMs: number;
}

/** @param now in milliseconds, where the range ends */
export function metricCall(place: MetricsPlace, name: string, now: number): MetricCall {
  const { from, to } = boundsOf(place.range, now);
  const fromMs = from === undefined ? 0 : Date.parse(from);
  const toMs = to === undefined ? now : Date.parse(to);
  const step = stepOf(place.step, (toMs - fromMs) / 1000);
  const labels = place.labels.length === 0 ? undefined : JSON.stringify(Object.fromEntries(place.labels));
  const query = {
    name,
    from: from ?? new Date(0).toISOString(),
    to,
    step,
    agg: place.aggregation,
    group_by: place.groupBy,
    labels,
  };
  return { query, step, fromMs, toMs };
}
